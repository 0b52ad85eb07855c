import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  computeNextPollDelayMs,
  createPollPaymentsJob,
} from '../../server/jobs/payments/poll-payments-job.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { payAtSandboxCardPage, submitCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { createInitializePaymentBody, postInitializePayment } from '../support/initialize-payment.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import type { TestShopper } from '../support/shopper.ts';

/** How often the shop asks the card provider, and who can cause it. */
const shop = openFixtureForFile(openPaymentTestShop);
/** The real calls to the provider that the shop made. */
let asked: { verify: string[]; verifyById: string[] };

beforeEach(() => {
  const { provider } = shop.deps;
  const verify = vi.spyOn(provider, 'verify');
  const verifyById = vi.spyOn(provider, 'verifyById');
  asked = {
    get verify() {
      return verify.mock.calls.map(([reference]) => reference);
    },
    get verifyById() {
      return verifyById.mock.calls.map(([id]) => id);
    },
  };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await shop.scenario({});
  await expectInvariants(shop.db);
});

const callback = (query: Record<string, string>) =>
  fetch(`${shop.url}/api/payment/callback?${new URLSearchParams(query)}`, { redirect: 'manual' });
const flood = (reference: string, status = 'successful') =>
  Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      callback({ status, tx_ref: reference, transaction_id: String(900_000 + i) }),
    ),
  );

describe('a flood of returns to the shop', () => {
  it('of a payment from the wallet asks the provider nothing', async () => {
    const shopper = await shop.buyer({ walletNaira: 5_000 });
    const { reference } = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_only', walletNaira: 5_000 }),
    );
    const answers = await flood(reference);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(asked).toMatchObject({ verify: [], verifyById: [] });
  });

  it('of a settled card payment asks nothing about transactions that are known', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    const back = (await submitCardPage(reply.authorization_url, 'success')) ?? '';
    await fetch(back, { redirect: 'manual' });
    const before = asked.verify.length + asked.verifyById.length;
    await Promise.all(Array.from({ length: 30 }, () => fetch(back, { redirect: 'manual' })));
    await Promise.all(Array.from({ length: 30 }, () => callback({ tx_ref: reply.reference })));
    expect(asked.verify.length + asked.verifyById.length).toBe(before);
  });

  it('of an open card payment is one question and its named transaction for each turn of 3 s', async () => {
    const shopper = await shop.buyer();
    const { reference } = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    await flood(reference);
    const [row] = await shop.db.query<{ turns: number }>(
      `SELECT 1 + floor(extract(epoch FROM clock_timestamp() - created_at) / 3)::int AS turns
       FROM payments WHERE reference = $1`,
      [reference],
    );
    expect(asked.verify.length).toBeGreaterThan(0);
    expect(asked.verify.length).toBeLessThanOrEqual(row?.turns ?? 0);
    expect(asked.verifyById.length).toBeLessThanOrEqual(asked.verify.length);
  });

  it('from one address beyond the limit still leads back, and asks nothing', async () => {
    const shopper = await shop.buyer();
    const { reference } = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    await callback({ tx_ref: randomUUID() });
    const emptied = await shop.db.query(
      `UPDATE rate_limits SET tokens = -100000 WHERE bucket LIKE 'payment_callback_address:%' RETURNING 1`,
    );
    expect(emptied).toHaveLength(1);
    const answer = await callback({ status: 'successful', tx_ref: reference });
    await shop.db.query(`DELETE FROM rate_limits WHERE bucket LIKE 'payment_callback_address:%'`);
    expect(answer.headers.get('location')).toBe(`${shop.url}/cart?returned=true&reference=${reference}`);
    expect(asked).toMatchObject({ verify: [], verifyById: [] });
  });
});

it('a return right after a status call waits for its turn and finds the money', async () => {
  const shopper = await shop.buyer();
  const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
  await shop.status(shopper, reply.reference);
  const back = await payAtSandboxCardPage(reply.authorization_url);
  expect(back.searchParams.get('success')).toBe('true');
});

it('a second payment of a settled reference is found by the return that names it', async () => {
  const shopper = await shop.buyer();
  const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
  await shop.scenario({ webhook: { drop: true } });
  await payAtSandboxCardPage(reply.authorization_url, 'pay_twice');
  const { transactions } = await shop.sandbox();
  for (const one of transactions.filter(({ txRef }) => txRef === reply.reference)) {
    await callback({ status: 'successful', tx_ref: reply.reference, transaction_id: String(one.id) });
  }
  expect(await shop.counts(shopper)).toMatchObject({ orders: 1, balanceNaira: 5_000 });
});

it('a shopper beyond the limit hears what is known of a payment, and the provider is left alone', async () => {
  const shopper = await shop.buyer();
  const { reference } = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
  await shop.status(shopper, reference);
  expect(asked.verify).toEqual([reference]);
  const emptied = await shop.db.query(
    `UPDATE rate_limits SET tokens = -100000 WHERE bucket LIKE 'payment-verify:%' RETURNING 1`,
  );
  expect(emptied.length).toBeGreaterThan(0);
  await shop.db.query('UPDATE payments SET last_verified_at = NULL');
  expect(await shop.status(shopper, reference)).toMatchObject({ status: 200, body: { status: 'pending' } });
  expect(asked.verify).toEqual([reference]);
});

it('asking what became of an attempt is limited for an account', async () => {
  const shopper = await shop.shopper();
  await shopper.call('POST', `/api/payment/attempts/${randomUUID()}/check`);
  const limits = await shop.db.query<{ bucket: string }>(
    `SELECT bucket FROM rate_limits WHERE bucket LIKE 'payment-check:%'`,
  );
  expect(limits).toHaveLength(1);
});

describe('attempts without a verdict', () => {
  /** Begins a payment of the same cart for another street, which supersedes the payment before. */
  async function begin(shopper: TestShopper, street: string): Promise<string> {
    const body = await createInitializePaymentBody(shopper, {
      deliveryAddress: { state: 'Lagos', city: 'Yaba', street },
    });
    return expectStartedCardPayment(await postInitializePayment(shopper, body)).reference;
  }

  /** Polls one batch: the job is told to stop after it. */
  async function pollOnce(): Promise<void> {
    let isStopping = false;
    const verifyDeps = { db: shop.db, provider: shop.deps.provider, groupWindowHours: 48 };
    await createPollPaymentsJob(verifyDeps).run({
      isStopping() {
        const answer = isStopping;
        isStopping = true;
        return answer;
      },
    });
  }

  it('are asked about live ones first, however many that ended wait', async () => {
    const shopper = await shop.buyer();
    for (let street = 1; street <= 30; street += 1) await begin(shopper, `${street} Market Street`);
    const live = await begin(await shop.buyer(), '1 Market Street');
    await shop.db.query(
      `UPDATE payments SET next_poll_at = app_now() - interval '1 hour' WHERE outcome IS NULL AND card_kobo > 0`,
    );
    await shop.db.query('UPDATE payments SET next_poll_at = app_now() WHERE reference = $1', [live]);
    await pollOnce();
    expect(asked.verify).toContain(live);
  });

  it('that ended are asked about 7 times in 7 days, and twice beyond ten of one shopper', () => {
    const looks = (kind: 'live' | 'ended' | 'outdated') => {
      let count = 0;
      for (let ageMs = 0, delayMs = computeNextPollDelayMs(0, kind); delayMs !== null; count += 1) {
        ageMs += delayMs;
        delayMs = computeNextPollDelayMs(ageMs, kind);
      }
      return count;
    };
    expect([looks('live'), looks('ended'), looks('outdated')]).toEqual([35, 7, 2]);
  });

  it('that were superseded and paid after all, with nobody to tell, are found', async () => {
    const shopper = await shop.buyer();
    const first = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    await begin(shopper, '9 Other Street');
    await submitCardPage(first.authorization_url, 'webhook_lost');
    await shop.poll();
    expect((await shop.status(shopper, first.reference)).body).toMatchObject({ status: 'confirmed' });
  });

  it('that were cancelled and are opened again are asked about within a minute', async () => {
    const shopper = await shop.buyer();
    const reply = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    await payAtSandboxCardPage(reply.authorization_url, 'cancel');
    await shop.db.query(
      `UPDATE payments SET next_poll_at = app_now() + interval '6 hours' WHERE reference = $1`,
      [reply.reference],
    );
    const again = expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' }));
    expect(again.reference).toBe(reply.reference);
    const soon = await shop.db.query(
      `SELECT 1 FROM payments WHERE reference = $1 AND next_poll_at <= app_now() + interval '1 minute'`,
      [reply.reference],
    );
    expect(soon).toHaveLength(1);
  });
});
