import { setTimeout as pause } from 'node:timers/promises';
import { screens } from '#contract/addresses.ts';
import type { ProviderReturn } from '../../../provider/provider.ts';
import { returnUrlOf } from '../payment-presentation.ts';
import type { PaymentRecord } from '../payment-record.ts';
import { findPayment, isSettledTransaction, takeVerifyTurn } from '../payments-repository.ts';
import { isReference } from '../reference.ts';
import { endAsReturned, type Verification, type VerifyDeps, verifyAndSettle } from './verify-service.ts';

const VERIFY_CAP_MS = 8_000;
/** A turn lasts 3 s: whoever waits this long for one gets it, or what the one before found. */
const TURN_WAIT_MS = 3_500;
const TURN_LOOK_MS = 500;
const NOT_ASKED: Verification = { seen: 'unknown' };

/**
 * The browser comes back from the card page: ask the provider, settle, and say where it goes next. Anybody can call
 * this with any reference, so it asks no more than the status call does.
 *
 * @param mayAsk false: the provider is left alone; the app's status call and the poller find the money.
 * @returns an address of our own, with the flags the app reads. A reference we do not know leads to the cart.
 */
export async function returnFromProvider(
  deps: VerifyDeps,
  returned: ProviderReturn,
  { publicUrl, mayAsk }: { publicUrl: string; mayAsk: boolean },
): Promise<string> {
  const { reference, transactionId, flag } = returned;
  const payment = isReference(reference) ? await findPayment(deps.db, reference) : null;
  if (!payment) return new URL(`${screens.cart}?returned=true`, publicUrl).href;
  const verification = mayAsk ? await withinCap(askInTurn(deps, payment, transactionId)) : NOT_ASKED;
  if (flag) await endAsReturned(deps, reference, flag, verification);
  return returnUrlOf((await findPayment(deps.db, reference)) ?? payment, publicUrl);
}

/**
 * Asks when there is something to learn: the payment is open, or a transaction is named that nobody knew. A reference
 * has one turn in 3 s, whoever asks.
 */
async function askInTurn(
  deps: VerifyDeps,
  payment: PaymentRecord,
  transactionId: string | undefined,
): Promise<Verification> {
  if (payment.method === 'wallet_only') return NOT_ASKED;
  const isNews = transactionId !== undefined && !(await isSettledTransaction(deps.db, transactionId));
  if (payment.outcome !== null && !isNews) return NOT_ASKED;
  if (!(await waitForTurn(deps, payment))) return NOT_ASKED;
  return verifyAndSettle(deps, payment.reference, isNews ? transactionId : undefined);
}

/** False: another caller has settled the payment meanwhile, or others keep taking the turns. */
async function waitForTurn({ db }: VerifyDeps, { reference, outcome }: PaymentRecord): Promise<boolean> {
  const isSettled = outcome !== null;
  for (let waitedMs = 0; waitedMs <= TURN_WAIT_MS; waitedMs += TURN_LOOK_MS) {
    if (await takeVerifyTurn(db, reference, isSettled)) return true;
    await pause(TURN_LOOK_MS);
    if (!isSettled && (await findPayment(db, reference))?.outcome) return false;
  }
  return false;
}

/** The shopper is not kept waiting longer; what comes later is still settled, and the app asks for the status. */
async function withinCap(asking: Promise<Verification>): Promise<Verification> {
  let timer: NodeJS.Timeout | undefined;
  const cap = new Promise<Verification>((resolve) => {
    timer = setTimeout(() => resolve({ seen: 'unknown' }), VERIFY_CAP_MS);
  });
  // Whatever goes wrong here, the poller asks again: the shopper must come back to the shop.
  const answer = asking.catch((): Verification => ({ seen: 'unknown' }));
  return Promise.race([answer, cap]).finally(() => clearTimeout(timer));
}
