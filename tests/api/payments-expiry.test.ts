import { afterEach, describe, expect, it } from 'vitest';
import { createExpirePaymentsJob } from '../../server/jobs/payments/expire-payments-job.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { submitCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';

const shop = openFixtureForFile(openPaymentTestShop);
afterEach(async () => {
  await shop.scenario({});
  await expectInvariants(shop.db);
});

/** Makes a card payment with a wallet part whose card page closed the given time ago. */
async function closed(since: string, { pressed }: { pressed?: string } = {}) {
  const shopper = await shop.buyer({ walletNaira: 2_000 });
  const reply = expectStartedCardPayment(
    await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }),
  );
  if (pressed) await submitCardPage(reply.authorization_url, pressed);
  await shop.db.query(
    'UPDATE payments SET session_expires_at = app_now() - $2::interval WHERE reference = $1',
    [reply.reference, since],
  );
  return { shopper, reference: reply.reference };
}

async function expire(): Promise<void> {
  const { db, deps, config } = shop;
  const job = createExpirePaymentsJob({
    db,
    provider: deps.provider,
    groupWindowHours: config.groupWindowHours,
  });
  await job.run({ isStopping: () => false });
}

async function statusOf(reference: string): Promise<string | undefined> {
  const [row] = await shop.db.query<{ status: string }>('SELECT status FROM payments WHERE reference = $1', [
    reference,
  ]);
  return row?.status;
}

describe('a payment that nobody finished', () => {
  it('ends 5 minutes after its card page closed, and its hold is free', async () => {
    const early = await closed('4 minutes');
    const due = await closed('5 minutes');
    await expire();
    expect(await statusOf(early.reference)).toBe('pending');
    expect(await shop.counts(early.shopper)).toMatchObject({ liveHolds: 1 });
    expect(await statusOf(due.reference)).toBe('expired');
    expect(await shop.counts(due.shopper)).toMatchObject({ liveHolds: 0, orders: 0, balanceNaira: 2_000 });
  });

  it('has failed when every try was declined', async () => {
    const { shopper, reference } = await closed('5 minutes', { pressed: 'decline' });
    await expire();
    expect(await statusOf(reference)).toBe('failed');
    expect(await shop.counts(shopper)).toMatchObject({ liveHolds: 0 });
  });

  it('is an order when the money came after all', async () => {
    const { shopper, reference } = await closed('5 minutes', { pressed: 'webhook_lost' });
    await expire();
    expect(await statusOf(reference)).toBe('succeeded');
    expect(await shop.counts(shopper)).toMatchObject({ liveHolds: 0, orders: 1 });
  });

  it('waits for money that is on its way, for a day after its card page closed', async () => {
    const waiting = await closed('23 hours 59 minutes', { pressed: 'bank_transfer' });
    const overdue = await closed('24 hours', { pressed: 'bank_transfer' });
    await expire();
    expect(await statusOf(waiting.reference)).toBe('pending');
    expect(await statusOf(overdue.reference)).toBe('expired');
    expect(await shop.counts(overdue.shopper)).toMatchObject({ liveHolds: 0 });
  });

  it('waits while the provider does not answer', async () => {
    const { reference } = await closed('5 minutes');
    await shop.scenario({ api: { fail: '503', times: 20 } });
    await expire();
    expect(await statusOf(reference)).toBe('pending');
    await shop.scenario({});
    await expire();
    expect(await statusOf(reference)).toBe('expired');
  });
});
