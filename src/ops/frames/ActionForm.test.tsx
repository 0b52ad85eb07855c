import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiAnswer,
} from '../../../tests/support/screen-alone.tsx';
import { CardRefundForm } from '../shoppers/PaymentPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const PATH = 'POST /api/ops/payments/gb-1/refund';
const says = ['₦6,000 goes back to the card of Grace Eze.', 'The wallet stays at ₦0.'];
const plan = { json: { success: true, data: { isDryRun: true, needsApproval: true, says } } };
const underWay: ScriptedApiAnswer = { status: 202, json: { success: true, data: {}, underWay: true } };
const ended = (status: string, failure: string | null = null): ScriptedApiAnswer => ({
  json: { success: true, data: [{ reference: 'gb-1', amount: 6_000, status, failure }] },
});

/** Previews and then sends the form; the answers come one after another. */
async function sendBack(...answers: ScriptedApiAnswer[]) {
  const sent = installScriptedApi({
    [PATH]: ({ body }) => ((body as { dryRun?: boolean }).dryRun ? plan : (answers.shift() ?? 'lost')),
  });
  renderScreenWithoutApp(<CardRefundForm reference="gb-1" />);
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'torn' } });
  press('Preview');
  await screen.findByText(says[0] ?? '');
  press('Refund to Card');
  return sent;
}

test('all that it moves is read before it is sent, a sentence each', async () => {
  await sendBack(ended('done'));
  expect(await screen.findByText('₦6,000 has been refunded.')).toBeDefined();
  // The next preview stands alone, so that nobody takes it for done.
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText(says[0] ?? '');
  expect(screen.queryByText('₦6,000 has been refunded.')).toBeNull();
});

test('a slow provider is in progress, and the form follows it to its end under one key', async () => {
  const sent = await sendBack(underWay, underWay, ended('done'));
  await screen.findByText(/^In progress:/);
  await screen.findByText('₦6,000 has been refunded.', {}, { timeout: 15_000 });
  expect(screen.queryByText(/In progress/)).toBeNull();
  expect(new Set(sent.slice(1).map(({ key }) => key)).size).toBe(1);
});

test('a connection that is lost meanwhile is no failure of the act', async () => {
  await sendBack(underWay, 'lost', ended('sent'));
  await screen.findByText(
    /^The shop has not answered yet, so it may already be done\./,
    {},
    { timeout: 15_000 },
  );
  expect(screen.queryByRole('alert')).toBeNull();
  await screen.findByText(/₦6,000 is on its way: the provider has not confirmed/, {}, { timeout: 15_000 });
});

test('a refund that the provider refused says so, and where the money is', async () => {
  await sendBack(ended('failed', 'the card is closed'));
  const told = await screen.findByRole('alert');
  expect(told.textContent).toBe('₦6,000 could not be sent (the card is closed). It is back in the wallet.');
});

test('what the shop refuses is shown as refused', async () => {
  await sendBack(underWay, createScriptedRefusal(409, 'The money has already left.'));
  expect((await screen.findByRole('alert', {}, { timeout: 15_000 })).textContent).toBe(
    'The money has already left.',
  );
});
