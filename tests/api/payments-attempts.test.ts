import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { reopenPaymentAttempt } from '../../server/features/payments/payment-attempts-repository.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import { callShopApi, type TestShopper } from '../support/shopper.ts';

const shop = openFixtureForFile(openPaymentTestShop);
afterEach(async () => {
  await shop.scenario({});
  await expectInvariants(shop.db);
});

const check = (shopper: TestShopper, key: string) =>
  shopper.call<Record<string, unknown>>('POST', `/api/payment/attempts/${key}/check`, {
    body: {},
    key: null,
  });

describe('what became of an attempt', () => {
  it('done: the stored answer', async () => {
    const shopper = await shop.buyer();
    const key = randomUUID();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only', key }));
    const answer = await check(shopper, key);
    expect(answer).toMatchObject({ status: 200, body: reply });
    expect(answer.headers.get('idempotency-replayed')).toBe('true');
  });

  it('refused: the stored refusal', async () => {
    const shopper = await shop.buyer();
    const key = randomUUID();
    const refused = await shopper.pay({ method: 'wallet_only', walletNaira: 5_000, key });
    expect(refused.status).toBe(400);
    expect(await check(shopper, key)).toMatchObject({ status: 400, body: refused.body as object });
  });

  it('never seen: none, and a late original changes nothing', async () => {
    const shopper = await shop.buyer({ walletNaira: 5_000 });
    const key = randomUUID();
    expect(await check(shopper, key)).toMatchObject({ status: 200, body: { success: true, status: 'none' } });
    expect(await check(shopper, key)).toMatchObject({ status: 200, body: { success: true, status: 'none' } });
    const late = await shopper.pay({ method: 'wallet_only', walletNaira: 5_000, key });
    expect(late).toMatchObject({ status: 400, body: { message: 'This payment was not started.' } });
    expect(await shop.counts(shopper)).toMatchObject({ payments: 0, balanceNaira: 5_000 });
  });

  it('running: 425 with Retry-After, and the answer afterwards', async () => {
    const shopper = await shop.buyer();
    const key = randomUUID();
    await shop.scenario({ api: { fail: '503', times: 1 } });
    const letOpen = shop.holdNextCheckout();
    const running = shopper.pay({ method: 'flutterwave_only', key });
    await expect.poll(async () => (await shop.counts(shopper)).payments).toBe(1);
    const early = await check(shopper, key);
    expect(early.status).toBe(425);
    expect(early.headers.get('retry-after')).toBe('2');
    letOpen();
    expect((await running).status).toBe(500);
    // An answer of 500 is not stored, so the shop does not know the attempt.
    expect(await check(shopper, key)).toMatchObject({ status: 200, body: { status: 'none' } });
  });

  it('left behind by a process that died: taken over, its hold is freed', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const key = randomUUID();
    const reply = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000, key }),
    );
    // Undoes the storing of the link, as when the process died before it.
    await shop.db.query(
      `UPDATE payments SET status = 'created', authorization_url = NULL WHERE reference = $1`,
      [reply.reference],
    );
    await shop.db.query(
      `UPDATE idempotency_keys SET state = 'running', status_code = NULL, body = NULL,
         locked_at = clock_timestamp() - interval '61 seconds' WHERE key = $1`,
      [key],
    );
    expect(await check(shopper, key)).toMatchObject({ status: 200, body: { status: 'none' } });
    expect(await shop.counts(shopper)).toMatchObject({ liveHolds: 0, balanceNaira: 2_000 });
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({ status: 'cancelled' });
  });

  it("is the shopper's own affair", async () => {
    const owner = await shop.buyer();
    const key = randomUUID();
    expectStartedCardPayment(await owner.pay({ method: 'flutterwave_only', key }));
    const other = await shop.shopper();
    expect(await check(other, key)).toMatchObject({ status: 200, body: { status: 'none' } });
    expect((await check(owner, key)).body).toMatchObject({ success: true, totalAmount: 5_000 });
    const visitor = await callShopApi(shop.url, 'POST', `/api/payment/attempts/${key}/check`, { body: {} });
    expect(visitor.status).toBe(401);
  });

  it('needs a key that is one', async () => {
    const shopper = await shop.shopper();
    expect((await check(shopper, 'not-a-key')).status).toBe(400);
  });
});

it('only a cancelled attempt lives again', async () => {
  const shopper = await shop.buyer();
  const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
  const reopen = () => reopenPaymentAttempt(shop.db, reply.paymentId);
  expect(await reopen(), 'it lives').toBe(false);
  await payAtSandboxCardPage(reply.authorization_url, 'cancel');
  expect(await reopen(), 'it was cancelled').toBe(true);
  await payAtSandboxCardPage(reply.authorization_url);
  expect(await reopen(), 'it was paid').toBe(false);
});
