import { afterEach, describe, expect, it } from 'vitest';
import {
  storeProviderEvent,
  storeUnreadableProviderEvent,
} from '../../server/features/payments/settle/provider-events-repository.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { payAtSandboxCardPage, submitCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import type { TestShopper } from '../support/shopper.ts';

const shop = openFixtureForFile(openPaymentTestShop);
afterEach(async () => {
  await shop.scenario({});
  await expectInvariants(shop.db);
});

/** Makes a paid card payment whose webhook was lost, and the two bodies that the provider could have sent. */
async function paidUnheard() {
  const shopper = await shop.buyer();
  const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
  const callback = (await submitCardPage(reply.authorization_url, 'webhook_lost')) ?? '';
  const { transactions } = await shop.sandbox();
  const transaction = transactions.find((one) => one.txRef === reply.reference);
  const facts = { id: transaction?.id, status: 'successful', amount: 5_000, currency: 'NGN' };
  const v3 = { event: 'charge.completed', data: { ...facts, tx_ref: reply.reference } };
  const flat = { ...facts, txRef: reply.reference, 'event.type': 'CARD_TRANSACTION' };
  return { shopper, reference: reply.reference, callback, v3, flat };
}

const eventsOf = (reference: string) =>
  shop.db.query<{ result: string | null }>('SELECT result FROM provider_events WHERE reference = $1', [
    reference,
  ]);

/** Makes the waiting webhooks nine minutes older. */
const waitLong = () =>
  shop.db.query(
    `UPDATE provider_events SET created_at = created_at - interval '9 minutes' WHERE processed_at IS NULL`,
  );

const expectOneOrder = async (shopper: TestShopper) =>
  expect(await shop.counts(shopper)).toMatchObject({ orders: 1, walletMoves: 0, balanceNaira: 0 });

describe('a webhook', () => {
  it.each(['before', 'after'])(
    '5 times in both shapes %s the callback: one order, one event',
    async (when) => {
      const { shopper, reference, callback, v3, flat } = await paidUnheard();
      if (when === 'after') await fetch(callback, { redirect: 'manual' });
      const bodies = [v3, flat, v3, flat, v3, flat, v3, flat, v3, flat];
      const answers = await Promise.all(bodies.map((body) => shop.sendWebhook(body)));
      expect(answers.map((one) => one.status)).toEqual(Array(10).fill(200));
      await shop.processWebhooks();
      if (when === 'before') await fetch(callback, { redirect: 'manual' });
      expect(await eventsOf(reference)).toEqual([{ result: 'ordered' }]);
      await expectOneOrder(shopper);
    },
  );

  it('with a character that the database cannot hold is kept without it', async () => {
    const { shopper, reference, v3 } = await paidUnheard();
    const webhook = { ...v3, data: { ...v3.data, currency: 'a\u0000b \\u0000 c\ud83d' } };
    expect(await shop.sendWebhook(webhook)).toMatchObject({ status: 200 });
    await shop.processWebhooks();
    const kept = await shop.db.query<{ words: string }>(
      `SELECT body -> 'data' ->> 'currency' AS words FROM provider_events WHERE reference = $1`,
      [reference],
    );
    expect(kept).toEqual([{ words: 'ab \\u0000 c\ufffd' }]);
    await expectOneOrder(shopper);
  });

  it('is kept as which payment, how much and what became of it, not as whom it names', async () => {
    const { reference, v3 } = await paidUnheard();
    const card = { first_6digits: '553188', last_4digits: '2950', token: 'flw-t1nf', type: 'MASTERCARD' };
    const customer = { id: 7, name: 'Ada Obi', email: 'ada@example.com', phone_number: '08031234567' };
    await shop.sendWebhook({ ...v3, data: { ...v3.data, ip: '197.210.64.1', customer, card } });
    const [kept] = await shop.db.query<{ body: object }>(
      'SELECT body FROM provider_events WHERE reference = $1',
      [reference],
    );
    const { event, data } = v3;
    expect(kept?.body).toEqual({
      event,
      data: { ...data, customer: { id: 7 }, card: { type: 'MASTERCARD' } },
    });
  });

  it.each([['wrong'], [null], ['']])('with the hash %j: 401 and nothing stored', async (hash) => {
    const { shopper, reference, v3 } = await paidUnheard();
    const answer = await shop.sendWebhook(v3, hash);
    expect(answer).toMatchObject({ status: 401, body: { success: false, code: 'webhook_refused' } });
    expect(await eventsOf(reference)).toEqual([]);
    await shop.processWebhooks();
    expect(await shop.counts(shopper)).toMatchObject({ orders: 0 });
  });

  it('is answered at once and worked off later, also after a crash in between', async () => {
    const { shopper, reference, v3 } = await paidUnheard();
    await shop.sendWebhook(v3);
    expect(await shop.counts(shopper)).toMatchObject({ orders: 0 });
    // Undoes the note, as when the process died between settling and noting: the outbox runs the same row again.
    await shop.processWebhooks();
    await shop.db.query(`UPDATE outbox SET done_at = NULL WHERE topic = 'provider_event'`);
    await shop.db.query(
      'UPDATE provider_events SET processed_at = NULL, result = NULL WHERE reference = $1',
      [reference],
    );
    await shop.processWebhooks();
    expect(await eventsOf(reference)).toEqual([{ result: 'ordered' }]);
    await expectOneOrder(shopper);
  });

  it('is tried again while the provider gives no answer', async () => {
    const { shopper, v3 } = await paidUnheard();
    await shop.sendWebhook(v3);
    await shop.scenario({ api: { fail: '503', times: 1 } });
    await expect(shop.processWebhooks()).rejects.toThrow('503');
    await shop.processWebhooks();
    await expectOneOrder(shopper);
  });

  it('that was worked off costs no second question to the provider', async () => {
    const { reference, v3 } = await paidUnheard();
    await shop.sendWebhook(v3);
    await shop.processWebhooks();
    // Undoes the note that the row is done, as when the process died before it.
    await shop.db.query(`UPDATE outbox SET done_at = NULL WHERE topic = 'provider_event'`);
    await shop.scenario({ api: { fail: '503', times: 1 } });
    await shop.processWebhooks();
    expect(await eventsOf(reference)).toEqual([{ result: 'ordered' }]);
  });

  it('lying about a payment that was never made changes nothing', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    const lie = {
      event: 'charge.completed',
      data: { id: 4_711, tx_ref: reply.reference, status: 'successful' },
    };
    expect((await shop.sendWebhook(lie)).status).toBe(200);
    await expect(shop.processWebhooks(), 'it may stand in the books yet').rejects.toThrow('not booked');
    await waitLong();
    await shop.processWebhooks();
    expect(await eventsOf(reply.reference)).toEqual([{ result: 'no_such_transaction' }]);
    expect(await shop.counts(shopper)).toMatchObject({ orders: 0 });
  });

  it('naming one payment and the transaction of another settles only the one that was paid', async () => {
    const { shopper: payer, v3 } = await paidUnheard();
    const freeloader = await shop.buyer();
    const reply = expectStartedCardPayment(await freeloader.pay({ method: 'flutterwave_only' }));
    await shop.sendWebhook({ ...v3, data: { ...v3.data, tx_ref: reply.reference } });
    await shop.processWebhooks();
    expect(await shop.counts(freeloader)).toMatchObject({ orders: 0 });
    await expectOneOrder(payer);
  });

  it('is work for the shop once; a copy of it is none', async () => {
    const event = { provider: 'flutterwave', dedupeKey: 'a fact', reference: null, body: '{}' };
    const claim = { transactionId: '4712', status: 'successful' };
    const store = () => storeProviderEvent(shop.db, { ...event, ...claim }, 'provider_event');
    expect([await store(), await store()]).toEqual([true, false]);
    const riddle = { ...event, dedupeKey: 'a riddle' };
    expect(await storeUnreadableProviderEvent(shop.db, riddle)).toEqual(expect.any(Number));
    expect(await storeUnreadableProviderEvent(shop.db, riddle)).toBeNull();
    await waitLong();
    await shop.processWebhooks();
  });

  it('of a kind that nobody knows is stored, answered 200 and shown to the operator', async () => {
    const body = { event: 'lottery.won', data: { id: 1, reference: 'x', fullname: 'Ada Obi' } };
    expect((await shop.sendWebhook(body)).status).toBe(200);
    expect((await shop.sendWebhook(body)).status).toBe(200);
    const stored = await shop.db.query(
      `SELECT result, body FROM provider_events WHERE dedupe_key LIKE 'body:%'`,
    );
    const facts = { event: 'lottery.won', data: { id: 1, reference: 'x' } };
    expect(stored).toEqual([{ result: 'unreadable', body: facts }]);
    const items = await shop.db.query(
      `SELECT note, status FROM recon_items WHERE kind = 'unreadable_webhook' AND note IS NOT NULL`,
    );
    expect(items).toEqual([{ note: 'lottery.won', status: 'open' }]);
  });

  it.each([
    { event: 'transfer.completed', data: { id: 61, reference: 'payout-1', status: 'SUCCESSFUL' } },
    { event: 'transfer.failed', data: { id: 62 } },
    { 'event.type': 'Transfer', transfer: { id: 63, status: 'NEW' } },
    { event: 'subscription.cancelled', data: { id: 64 } },
    { event: 'singlebillpayment.status', data: { id: 65 } },
    { event: 'virtual_card.transaction', data: { id: 66 } },
    { event: 'payment_plan.cancelled', data: { id: 67 } },
    { event: 'Settlement.completed', data: { id: 68 } },
  ])('about no payment of a shopper is stored and bothers nobody: %j', async (body) => {
    const items = `SELECT id FROM recon_items WHERE kind = 'unreadable_webhook'`;
    const before = await shop.db.query(items);
    for (const _ of ['once', 'again']) expect((await shop.sendWebhook(body)).status).toBe(200);
    const [stored] = await shop.db.query(
      `SELECT result, processed_at IS NOT NULL AS "isDone" FROM provider_events ORDER BY id DESC LIMIT 1`,
    );
    expect(stored).toEqual({ result: 'unrelated', isDone: true });
    expect(await shop.db.query(items)).toEqual(before);
  });

  it('of any charge is only a hint: the order comes from what the provider says', async () => {
    const { shopper, v3 } = await paidUnheard();
    expect((await shop.sendWebhook({ ...v3, event: 'charge.updated' })).status).toBe(200);
    await shop.processWebhooks();
    await expectOneOrder(shopper);
  });

  it('to an address with a slash at its end is heard', async () => {
    const { shopper, v3 } = await paidUnheard();
    const answer = await fetch(`${shop.url}/api/payment/webhook/flutterwave/`, {
      method: 'POST',
      body: JSON.stringify(v3),
      headers: { 'content-type': 'application/json', 'verif-hash': 'sandbox-webhook-hash' },
    });
    expect(answer.status).toBe(200);
    await shop.processWebhooks();
    await expectOneOrder(shopper);
  });

  it('for a reference that is none of ours parks the money for the operator', async () => {
    const checkout = await shop.deps.provider.createCheckout({
      reference: 'someone-elses-shop',
      amountKobo: 70_000,
      redirectUrl: `${shop.url}/cart`,
      customer: { email: 'who@example.com', name: 'Who', phone: '+2348031234567' },
      title: 'x',
      description: 'x',
      paymentId: 'x',
      userId: 'x',
      sessionMinutes: 30,
    });
    await submitCardPage(checkout.ok ? checkout.link : '', 'success');
    await expect.poll(() => eventsOf('someone-elses-shop'), { timeout: 30_000 }).toHaveLength(1);
    await shop.processWebhooks();
    const items = await shop.db.query<{ kind: string }>(`SELECT kind FROM recon_items WHERE kind = 'review'`);
    expect(items).toHaveLength(1);
  });

  it('out of order, copied and late changes nothing about the one order', async () => {
    await shop.scenario({ webhook: { copies: 3, outOfOrder: true, shape: 'flat' } });
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    await submitCardPage(reply.authorization_url, 'decline');
    await payAtSandboxCardPage(reply.authorization_url);
    // Three webhooks come: the decline, the success, and a stale one that says pending.
    await expect.poll(() => eventsOf(reply.reference), { timeout: 8_000 }).toHaveLength(3);
    await shop.processWebhooks();
    await expectOneOrder(shopper);
  });
});

type Messenger = 'callback' | 'webhook' | 'poller';

const ORDERS: Messenger[][] = [
  ['callback', 'webhook', 'poller'],
  ['callback', 'poller', 'webhook'],
  ['webhook', 'callback', 'poller'],
  ['webhook', 'poller', 'callback'],
  ['poller', 'callback', 'webhook'],
  ['poller', 'webhook', 'callback'],
];

const OUTCOMES = [
  { outcome: 'success', orders: 1, balanceNaira: 0, verdict: 'confirmed' },
  { outcome: 'slow', orders: 1, balanceNaira: 0, verdict: 'confirmed' },
  { outcome: 'pay_less', orders: 0, balanceNaira: 3_500, verdict: 'failed' },
  { outcome: 'pay_more', orders: 1, balanceNaira: 500, verdict: 'confirmed' },
  { outcome: 'pay_twice', orders: 1, balanceNaira: 3_000, verdict: 'confirmed' },
  { outcome: 'decline', orders: 0, balanceNaira: 2_000, verdict: 'failed' },
  { outcome: 'cancel', orders: 0, balanceNaira: 2_000, verdict: 'cancelled' },
];

describe.each(OUTCOMES)('$outcome, heard in every order', ({ outcome, orders, balanceNaira, verdict }) => {
  // `npm test` plays every order of a success, and one order of each other outcome.
  const played = process.env.ALL_TESTS || outcome === 'success' ? ORDERS : ORDERS.slice(0, 1);
  it.each(played.map((order) => ({ order, name: order.join(', ') })))('$name', async ({ order }) => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const reply = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }),
    );
    const { reference, authorization_url: link } = reply;
    let callback = await submitCardPage(link, outcome);
    if (outcome === 'decline') callback = await submitCardPage(link, 'leave');
    if (outcome === 'slow') await shop.clock.advance(10_000);
    const facts = { success: 1, slow: 1, pay_less: 1, pay_more: 1, pay_twice: 2, decline: 1 }[outcome] ?? 0;
    await expect.poll(() => eventsOf(reference), { timeout: 30_000 }).toHaveLength(facts);

    const hear: Record<Messenger, () => Promise<unknown>> = {
      callback: () => fetch(callback ?? '', { redirect: 'manual' }),
      webhook: () => shop.processWebhooks(),
      poller: () => shop.poll(),
    };
    for (const messenger of order) await hear[messenger]();

    expect(await shop.counts(shopper)).toMatchObject({ orders, balanceNaira, liveHolds: 0, payments: 1 });
    expect((await shop.status(shopper, reference)).body).toMatchObject({ status: verdict });
    // All messengers report it once more at the same time.
    await Promise.all(order.map((messenger) => hear[messenger]()));
    expect(await shop.counts(shopper)).toMatchObject({ orders, balanceNaira, liveHolds: 0, payments: 1 });
  });
});
