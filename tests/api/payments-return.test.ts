import { afterEach, describe, expect, it } from 'vitest';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { payAtSandboxCardPage, submitCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import { callShopApi } from '../support/shopper.ts';

const shop = openFixtureForFile(openPaymentTestShop);
afterEach(async () => {
  await shop.scenario({});
  await expectInvariants(shop.db);
});

/** Lets the next status call ask the provider at once. */
const forgetVerifyTurn = () => shop.db.query('UPDATE payments SET last_verified_at = NULL');

describe('the return', () => {
  it('cancelled: wallet and history unchanged to the byte, cart kept', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const wallet = await shopper.call('GET', '/api/wallet');
    const cart = await shopper.call('GET', '/api/cart');
    const reply = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }),
    );
    const back = await payAtSandboxCardPage(reply.authorization_url, 'cancel');
    expect(back.search).toBe(`?returned=true&cancelled=true&reference=${reply.reference}`);
    const after = await shopper.call('GET', '/api/wallet');
    expect(JSON.stringify(after.body)).toBe(JSON.stringify(wallet.body));
    expect(await shopper.call('GET', '/api/cart')).toMatchObject({ status: 200, body: cart.body as object });
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({
      status: 'cancelled',
      outcome: null,
      message: 'Payment cancelled. No wallet balance was deducted.',
      walletUsed: 0,
      authorization_url: null,
    });
  });

  it('declined at first, paid at last: the attempt and its hold stay meanwhile', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const reply = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }),
    );
    await submitCardPage(reply.authorization_url, 'decline');
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({
      status: 'pending',
      authorization_url: reply.authorization_url,
    });
    expect(await shop.counts(shopper)).toMatchObject({ liveHolds: 1 });
    await payAtSandboxCardPage(reply.authorization_url);
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({
      status: 'confirmed',
      message: 'Payment successful! Wallet ₦2,000, card ₦3,000, total ₦5,000.',
      walletUsed: 2_000,
      flutterwaveAmount: 3_000,
      newWalletBalance: 0,
      groupBuysJoined: 1,
    });
  });

  it('left after a decline: failed, the hold is free and the shopper is told why', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const reply = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }),
    );
    await submitCardPage(reply.authorization_url, 'decline');
    const back = await payAtSandboxCardPage(reply.authorization_url, 'leave');
    expect(back.search).toBe(`?returned=true&failed=true&reference=${reply.reference}`);
    expect(await shop.counts(shopper)).toMatchObject({ liveHolds: 0, orders: 0, balanceNaira: 2_000 });
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({
      status: 'failed',
      message: 'Payment failed. No wallet balance was deducted.',
    });
    const told = await shop.db.query<{ payload: unknown }>(
      `SELECT payload FROM outbox WHERE dedupe_key = 'pay:' || $1 || ':failed'`,
      [reply.reference],
    );
    expect(told).toMatchObject([{ payload: { reason: 'Declined by the bank' } }]);
  });

  it('said to have failed, while the provider knows of no try: the attempt stays', async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const reply = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }),
    );
    await fetch(`${shop.url}/api/payment/callback?status=failed&tx_ref=${reply.reference}`, {
      redirect: 'manual',
    });
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({ status: 'pending' });
    expect(await shop.counts(shopper)).toMatchObject({ liveHolds: 1 });
  });

  it('still pending: only the reference, and the order when the money comes', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    const back = await payAtSandboxCardPage(reply.authorization_url, 'slow');
    expect(back.search).toBe(`?returned=true&reference=${reply.reference}`);
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({ status: 'pending' });
    await shop.clock.advance(10_000);
    await forgetVerifyTurn();
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({ status: 'confirmed' });
  });

  it('a cancelled flag does not end a payment whose money is on its way', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    await submitCardPage(reply.authorization_url, 'bank_transfer');
    const callback = `${shop.url}/api/payment/callback?status=cancelled&tx_ref=${reply.reference}`;
    await fetch(callback, { redirect: 'manual' });
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({ status: 'pending' });
  });

  it('a success flag without money is believed by nobody', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    const other = await shop.buyer();
    const paid = expectStartedCardPayment(await other.pay({ method: 'flutterwave_only' }));
    await submitCardPage(paid.authorization_url, 'success');
    const { transactions } = await shop.sandbox();
    const foreign = transactions.find((one) => one.txRef === paid.reference);
    const forged = new URLSearchParams({
      status: 'successful',
      tx_ref: reply.reference,
      transaction_id: String(foreign?.id),
    });
    const answer = await fetch(`${shop.url}/api/payment/callback?${forged}`, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).not.toContain('success');
    expect(await shop.counts(shopper)).toMatchObject({ orders: 0 });
  });

  it('with a made-up reference leads to the cart and nothing else', async () => {
    for (const reference of ['gb-00000000000000000000000000', 'nonsense', '']) {
      const answer = await fetch(`${shop.url}/api/payment/callback?status=successful&tx_ref=${reference}`, {
        redirect: 'manual',
      });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`${shop.url}/cart?returned=true`);
    }
  });

  it.each([
    'status=successful&tx_ref=REF&tx_ref=REF',
    'tx_ref=REF&tx_ref=gb-00000000000000000000000000&status=cancelled&status=successful',
    'status=successful&tx_ref=REF&transaction_id=1&transaction_id=2&transaction_id=null',
    'tx_ref=REF&status[]=x&tx_ref=',
  ])('with a part twice is a return: %s', async (query) => {
    const shopper = await shop.buyer();
    const { reference } = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    const answer = await fetch(`${shop.url}/api/payment/callback?${query.replaceAll('REF', reference)}`, {
      redirect: 'manual',
    });
    expect(answer.status).toBe(303);
    const location = answer.headers.get('location') ?? '';
    expect(location).toContain(`${shop.url}/cart?`);
    expect(location).toContain(reference);
  });

  it.each(['503', 'timeout', 'malformed'])(
    'while the provider is away (%s): pending, and settled by the poller later',
    async (fail) => {
      const shopper = await shop.buyer();
      const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
      const callback = await submitCardPage(reply.authorization_url, 'webhook_lost');
      await shop.scenario({ api: { fail, times: 2 } });
      const answer = await fetch(callback ?? '', { redirect: 'manual' });
      expect(answer.headers.get('location')).toBe(
        `${shop.url}/cart?returned=true&reference=${reply.reference}`,
      );
      await shop.scenario({});
      await shop.poll();
      expect((await shop.status(shopper, reply.reference)).body).toMatchObject({ status: 'confirmed' });
    },
  );

  it('reloaded ten times makes one order', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    const callback = (await submitCardPage(reply.authorization_url, 'success')) ?? '';
    await Promise.all(Array.from({ length: 10 }, () => fetch(callback, { redirect: 'manual' })));
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1 });
  });
});

describe('money that is not what was asked', () => {
  it('paid less: to the wallet, no order, and the next purchase works', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    const back = await payAtSandboxCardPage(reply.authorization_url, 'pay_less');
    expect(back.searchParams.get('failed')).toBe('true');
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({
      status: 'failed',
      outcome: 'wallet_credited',
      message: 'We received ₦2,500, but this order could not be made. ₦2,500 has been added to your wallet.',
      newWalletBalance: 2_500,
    });
    expect(await shop.counts(shopper)).toMatchObject({ orders: 0, balanceNaira: 2_500 });
    const { transactions } = await shopper.must<Wallet>('GET', '/api/wallet');
    expect(transactions[0]).toMatchObject({ amount: 2_500, metadata: { reference: reply.reference } });
    const next = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_500 }),
    );
    await payAtSandboxCardPage(next.authorization_url);
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1, balanceNaira: 0 });
  });

  it('paid more: the order, and the rest to the wallet', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    await payAtSandboxCardPage(reply.authorization_url, 'pay_more');
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1, balanceNaira: 500 });
  });

  it('paid twice: one order and one wallet credit', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    await payAtSandboxCardPage(reply.authorization_url, 'pay_twice');
    const webhooksKept = async () => {
      const rows = await shop.db.query('SELECT 1 FROM provider_events WHERE reference = $1', [
        reply.reference,
      ]);
      return rows.length;
    };
    await expect.poll(webhooksKept, { timeout: 30_000 }).toBe(2);
    await shop.processWebhooks();
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1, balanceNaira: 5_000 });
  });

  it('paid after the link was given up: to the wallet when the cart was bought otherwise', async () => {
    const shopper = await shop.buyer({ walletNaira: 5_000 });
    const card = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    await shopper.pay({ method: 'wallet_only', walletNaira: 5_000 });
    await payAtSandboxCardPage(card.authorization_url);
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1, balanceNaira: 5_000 });
  });
});

describe('the status', () => {
  it('is only for the owner, and needs a session', async () => {
    const owner = await shop.buyer();
    const reply = expectStartedCardPayment(await owner.pay({ method: 'flutterwave_only' }));
    const other = await shop.shopper();
    expect(await shop.status(other, reply.reference)).toMatchObject({
      status: 404,
      body: { code: 'payment_not_found' },
    });
    expect((await shop.status(owner, 'gb-00000000000000000000000000')).status).toBe(404);
    expect((await shop.status(owner, 'nonsense')).status).toBe(404);
    expect((await callShopApi(shop.url, 'GET', `/api/payment/status/${reply.reference}`)).status).toBe(401);
  });

  it('finds money by itself, but asks the provider at most once in 3 s', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({ status: 'pending' });
    // Moves the time of the last check ahead, so that its 3 s do not end on a slow machine.
    const taken = await shop.db.query(
      `UPDATE payments SET last_verified_at = clock_timestamp() + interval '1 minute'
       WHERE reference = $1 AND last_verified_at > clock_timestamp() - interval '1 minute' RETURNING 1`,
      [reply.reference],
    );
    expect(taken).toHaveLength(1);
    await submitCardPage(reply.authorization_url, 'webhook_lost');
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({ status: 'pending' });
    await forgetVerifyTurn();
    expect((await shop.status(shopper, reply.reference)).body).toMatchObject({ status: 'confirmed' });
  });
});
