import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { createInitializePaymentBody, postInitializePayment } from '../support/initialize-payment.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import type { TestShopper } from '../support/shopper.ts';

const shop = openFixtureForFile(openPaymentTestShop);
afterEach(async () => {
  await shop.scenario({});
  await expectInvariants(shop.db);
});

/** Counts the calls of a shopper that the shop has begun and not answered. */
async function runningCalls({ session }: TestShopper): Promise<number> {
  const [row] = await shop.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM idempotency_keys WHERE scope = $1 AND state = 'running'`,
    [session.user.id],
  );
  return row?.count ?? 0;
}

describe('a card payment', () => {
  it('answers a reference and a card page, charges nothing and says every field', async () => {
    const shopper = await shop.buyer({ walletNaira: 1_000 });
    const answer = await postInitializePayment(shopper, await createInitializePaymentBody(shopper));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      message: 'Payment initialised',
      reference: expect.stringMatching(/^gb-[0-9A-HJKMNP-TV-Z]{26}$/),
      paymentId: expect.any(String),
      walletUse: 0,
      walletUsed: 0,
      flutterwaveAmount: 5_000,
      totalAmount: 5_000,
      currentWalletBalance: 1_000,
      newWalletBalance: 1_000,
      authorization_url: expect.stringContaining('/v3/hosted/pay/'),
      groupBuysJoined: 0,
      groupBuys: [],
    });
    expect(await shop.counts(shopper)).toMatchObject({
      payments: 1,
      liveHolds: 0,
      orders: 0,
      balanceNaira: 1_000,
    });
    const [kept] = await shop.db.query(
      `SELECT round(extract(epoch FROM session_expires_at - created_at) / 60)::int AS "pageMinutes",
         round(extract(epoch FROM next_poll_at - created_at) / 60)::int AS "firstLookMinutes"
       FROM payments WHERE user_id = $1`,
      [shopper.session.user.id],
    );
    expect(kept).toEqual({ pageMinutes: 30, firstLookMinutes: 1 });
  });

  it('holds the wallet part and asks the card for the rest', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const reply = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }),
    );
    expect(reply).toMatchObject({ walletUsed: 2_000, flutterwaveAmount: 3_000, newWalletBalance: 2_000 });
    expect(await shop.counts(shopper)).toMatchObject({ liveHolds: 1, balanceNaira: 2_000 });
    const { sessions } = await shop.sandbox();
    expect(sessions.find((one) => one.txRef === reply.reference)).toMatchObject({
      amount: 3_000,
      currency: 'NGN',
      description: 'Order of 1 item',
    });
  });

  it('tells the card page how many lines are paid', async () => {
    const shopper = await shop.buyer();
    await shopper.add(await shop.product());
    const { reference } = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    const { sessions } = await shop.sandbox();
    expect(sessions.find((one) => one.txRef === reference)).toMatchObject({
      description: 'Order of 2 items',
    });
  });

  it('becomes an order when it is paid', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    const back = await payAtSandboxCardPage(reply.authorization_url);
    expect(back.pathname + back.search).toBe(`/cart?returned=true&success=true&reference=${reply.reference}`);
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1 });
  });
});

describe('a wallet payment', () => {
  it('is an order at once and answers what the dialog shows', async () => {
    const shopper = await shop.buyer({ walletNaira: 6_000 });
    const answer = await shopper.pay({ method: 'wallet_only', walletNaira: 5_000 });
    expect(answer.body).toMatchObject({
      success: true,
      message: 'Payment successful',
      walletUsed: 5_000,
      flutterwaveAmount: 0,
      totalAmount: 5_000,
      currentWalletBalance: 6_000,
      newWalletBalance: 1_000,
      authorization_url: null,
      groupBuysJoined: 1,
      groupBuys: [{ status: 'active', unitsSold: 1, minimumViableUnits: 100, productName: 'Local Rice' }],
    });
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1, liveHolds: 0, balanceNaira: 1_000 });
    const [kept] = await shop.db.query(
      'SELECT session_expires_at, next_poll_at FROM payments WHERE user_id = $1',
      [shopper.session.user.id],
    );
    expect(kept, 'no card page, nothing to ask the provider').toEqual({
      session_expires_at: null,
      next_poll_at: null,
    });
  });

  it('answers the same success when the bought cart is paid again, and charges nothing', async () => {
    const shopper = await shop.buyer({ walletNaira: 20_000 });
    const body = await createInitializePaymentBody(shopper, {
      walletUse: 5_000,
      paymentMethod: 'wallet_only',
    });
    const first = await postInitializePayment(shopper, body);
    const again = await postInitializePayment(shopper, body);
    expect(again.body).toEqual(first.body);
    expect(await shop.counts(shopper)).toMatchObject({ payments: 1, orders: 1, balanceNaira: 15_000 });
  });

  it('makes one debit and one order of 12 requests at once, each with its own key', async () => {
    const shopper = await shop.buyer({ walletNaira: 5_000 });
    const body = await createInitializePaymentBody(shopper, {
      walletUse: 5_000,
      paymentMethod: 'wallet_only',
    });
    const answers = await Promise.all(Array.from({ length: 12 }, () => postInitializePayment(shopper, body)));
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((one) => one.body.reference)).size).toBe(1);
    expect(await shop.counts(shopper)).toMatchObject({
      payments: 1,
      orders: 1,
      balanceNaira: 0,
      walletMoves: 2,
    });
  });
});

describe('sent again', () => {
  it('5 times at once and 5 times in a row with one key is one reference, one hold, one session', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const body = await createInitializePaymentBody(shopper, {
      walletUse: 2_000,
      paymentMethod: 'wallet_and_flutterwave',
    });
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => postInitializePayment(shopper, body, key)),
    );
    for (let i = 0; i < 5; i += 1) answers.push(await postInitializePayment(shopper, body, key));
    expect(answers.map((one) => one.status)).toEqual(Array(10).fill(200));
    expect(answers.filter((one) => one.headers.get('idempotency-replayed') === 'true')).toHaveLength(9);
    await expectOneAttempt(
      shopper,
      answers.map((one) => one.body.reference),
    );
  });

  it('5 times at once and 5 times in a row without a key is the same', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const body = await createInitializePaymentBody(shopper, {
      walletUse: 2_000,
      paymentMethod: 'wallet_and_flutterwave',
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => postInitializePayment(shopper, body, null)),
    );
    for (let i = 0; i < 5; i += 1) answers.push(await postInitializePayment(shopper, body, null));
    expect(answers.map((one) => one.status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map((one) => one.body.authorization_url)).size).toBe(1);
    await expectOneAttempt(
      shopper,
      answers.map((one) => one.body.reference),
    );
  });

  async function expectOneAttempt(shopper: TestShopper, references: string[]) {
    expect(new Set(references).size).toBe(1);
    expect(await shop.counts(shopper)).toMatchObject({ payments: 1, liveHolds: 1 });
    const { sessions } = await shop.sandbox();
    expect(sessions.filter((one) => one.txRef === references[0])).toHaveLength(1);
    expect(sessions.filter((one) => one.customer.email === shopper.account.email)).toHaveLength(1);
  }

  it('with the key of another body is refused', async () => {
    const shopper = await shop.buyer({ walletNaira: 1_000 });
    const key = randomUUID();
    await postInitializePayment(shopper, await createInitializePaymentBody(shopper), key);
    const other = { walletUse: 1_000, paymentMethod: 'wallet_and_flutterwave' };
    const answer = await postInitializePayment(
      shopper,
      await createInitializePaymentBody(shopper, other),
      key,
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 'idempotency_mismatch' } });
  });

  it('with another wallet amount supersedes the old attempt and moves the hold', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const old = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }),
    );
    const next = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 1_500 }),
    );
    expect(next.reference).not.toBe(old.reference);
    expect(await shop.counts(shopper)).toMatchObject({ payments: 2, liveHolds: 1 });
    expect((await shop.status(shopper, old.reference)).body).toMatchObject({
      status: 'cancelled',
      outcome: null,
    });
    // Money that still comes for the old one goes to the wallet, and the new one can be paid.
    await payAtSandboxCardPage(old.authorization_url);
    expect((await shop.status(shopper, old.reference)).body).toMatchObject({ status: 'confirmed' });
    await payAtSandboxCardPage(next.authorization_url);
    expect((await shop.status(shopper, next.reference)).body).toMatchObject({
      status: 'failed',
      outcome: 'wallet_credited',
      message: 'We received ₦3,500, but this order could not be made. ₦3,500 has been added to your wallet.',
    });
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1, liveHolds: 0, balanceNaira: 3_500 });
  });

  it('naming the live attempt in supersedes opens a fresh card page', async () => {
    const shopper = await shop.buyer();
    const old = expectStartedCardPayment(
      await postInitializePayment(shopper, await createInitializePaymentBody(shopper)),
    );
    const next = expectStartedCardPayment(
      await postInitializePayment(
        shopper,
        await createInitializePaymentBody(shopper, { supersedes: old.reference }),
      ),
    );
    expect(next.reference).not.toBe(old.reference);
    const again = expectStartedCardPayment(
      await postInitializePayment(
        shopper,
        await createInitializePaymentBody(shopper, { supersedes: old.reference }),
      ),
    );
    expect(again.reference).toBe(next.reference);
  });

  it('after a cancelled return takes the hold again and answers the same reference', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const first = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }),
    );
    await payAtSandboxCardPage(first.authorization_url, 'cancel');
    expect(await shop.counts(shopper)).toMatchObject({ liveHolds: 0 });
    const again = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }),
    );
    expect(again.reference).toBe(first.reference);
    expect(again.authorization_url).toBe(first.authorization_url);
    expect(await shop.counts(shopper)).toMatchObject({ payments: 1, liveHolds: 1 });
    await payAtSandboxCardPage(again.authorization_url);
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1, balanceNaira: 0 });
  });

  it('less than 5 minutes before the link ends makes a new reference', async () => {
    const shopper = await shop.buyer();
    const first = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    await shop.db.query(
      `UPDATE payments SET session_expires_at = app_now() + interval '299 seconds' WHERE reference = $1`,
      [first.reference],
    );
    const again = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    expect(again.reference).not.toBe(first.reference);
  });
});

describe('while the card page is being opened', () => {
  it('another wish takes its place: the late link is not given out', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const letOpen = shop.holdNextCheckout();
    const first = postInitializePayment(shopper, await createInitializePaymentBody(shopper));
    await expect.poll(async () => (await shop.counts(shopper)).payments).toBe(1);
    const change = { walletUse: 2_000, paymentMethod: 'wallet_and_flutterwave' };
    const second = expectStartedCardPayment(
      await postInitializePayment(shopper, await createInitializePaymentBody(shopper, change)),
    );
    letOpen();
    expect(await first).toMatchObject({
      status: 400,
      body: { message: 'Your cart has changed. Please review it and try again.' },
    });
    expect((await shop.status(shopper, second.reference)).body).toMatchObject({ status: 'pending' });
    expect(await shop.counts(shopper)).toMatchObject({ payments: 2, liveHolds: 1 });
  });

  it.each([
    { page: 'opens', line: {} },
    { page: 'cannot be opened', line: { api: { fail: '503', times: 1 } } },
  ])('the payment before buys the cart, the page $page: what it bought is the answer', async ({ line }) => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const before = expectStartedCardPayment(
      await postInitializePayment(shopper, await createInitializePaymentBody(shopper)),
    );
    const letOpen = shop.holdNextCheckout();
    const change = { walletUse: 2_000, paymentMethod: 'wallet_and_flutterwave' };
    const body = await createInitializePaymentBody(shopper, change);
    const key = randomUUID();
    const asked = postInitializePayment(shopper, body, key);
    await expect.poll(async () => (await shop.counts(shopper)).payments).toBe(2);
    await payAtSandboxCardPage(before.authorization_url);
    await shop.scenario(line);
    letOpen();
    const bought = {
      status: 200,
      body: {
        reference: before.reference,
        flutterwaveAmount: 5_000,
        walletUsed: 0,
        authorization_url: expect.stringContaining(`success=true&reference=${before.reference}`),
      },
    };
    expect(await asked).toMatchObject(bought);
    expect(await postInitializePayment(shopper, body, key), 'asked again').toMatchObject(bought);
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1, liveHolds: 0, balanceNaira: 2_000 });
  });

  it('an equal wish waits for the link, and starts anew when there will be none', async () => {
    const shopper = await shop.buyer();
    const body = await createInitializePaymentBody(shopper);
    await shop.scenario({ api: { fail: '503', times: 1 } });
    const letOpen = shop.holdNextCheckout();
    const asked = Promise.all([postInitializePayment(shopper, body), postInitializePayment(shopper, body)]);
    await expect.poll(() => runningCalls(shopper)).toBe(2);
    letOpen();
    const answers = await asked;
    expect(answers.map((one) => one.status).sort()).toEqual([200, 500]);
    expect(await shop.counts(shopper)).toMatchObject({ payments: 2 });
  });

  it('a process that died while opening it is not waited for', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const change = { walletUse: 2_000, paymentMethod: 'wallet_and_flutterwave' };
    const body = await createInitializePaymentBody(shopper, change);
    const dead = expectStartedCardPayment(await postInitializePayment(shopper, body));
    await shop.db.query(
      `UPDATE payments SET status = 'created', authorization_url = NULL, created_at = app_now() - interval '26 seconds'
       WHERE reference = $1`,
      [dead.reference],
    );
    const next = expectStartedCardPayment(await postInitializePayment(shopper, body));
    expect(next.reference).not.toBe(dead.reference);
    expect((await shop.status(shopper, dead.reference)).body).toMatchObject({ status: 'cancelled' });
    expect(await shop.counts(shopper)).toMatchObject({ payments: 2, liveHolds: 1 });
  });
});
