import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { begunPayment } from '../../../tests/support/begun-payment.ts';
import { ada, scriptApi, signInOnStage, stage } from '../../../tests/support/screen-stage.tsx';
import { type LocalFact, onFact } from '../../lib/local-facts.ts';
import { deleteRecords } from '../../offline/idb.ts';
import { beginAttempt, loadAttempts, updateAttempt } from '../../offline/payment-attempts.ts';
import { PaymentKeeper } from './PaymentKeeper.tsx';

let facts: LocalFact[];
let stopListening: () => void;

beforeEach(async () => {
  await deleteRecords('pay|');
  await loadAttempts(null);
  signInOnStage();
  facts = [];
  stopListening = onFact((fact) => facts.push(fact));
});
afterEach(() => stopListening());

test.each([
  ['that nothing was taken', null, '', 'Payment failed: No wallet balance was deducted.'],
  [
    'where the money went',
    'wallet_credited',
    '₦5,000 was added to your wallet.',
    'Payment failed: ₦5,000 was added to your wallet.',
  ],
])('the notice of a failed payment says %s', async (_, outcome, message, notice) => {
  const begun = await begunPayment(beginAttempt, { userId: ada.id });
  await updateAttempt(begun, { state: 'redirected', reference: 'gb-1' });
  scriptApi({
    'GET /api/payment/status/gb-1': () => ({
      json: { success: true, status: 'failed', reference: 'gb-1', outcome, message, groupBuys: [] },
    }),
  });
  stage(<PaymentKeeper />);
  await vi.waitFor(() => expect(facts.map((fact) => fact.message)).toEqual([notice]));
  expect(facts[0]).toMatchObject({ factKey: 'pay:gb-1', type: 'error', title: 'Payment Failed' });
});
