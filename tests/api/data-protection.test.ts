import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AccountExportReply } from '#contract/schemas/auth.ts';
import type { AddToCartReply } from '#contract/schemas/cart.ts';
import type { ReferralInfoReply } from '#contract/schemas/referral.ts';
import { ACCOUNT_EXPORT_SQL_BY_SECTION } from '../../server/features/auth/account/account-export-repository.ts';
import { createOutboxJob } from '../../server/jobs/outbox-job.ts';
import { createDataRetentionJob } from '../../server/jobs/retention-job.ts';
import { recordEvents, throwFailures } from '../money/support/run-jobs.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import {
  createSameOriginHeaders,
  refreshSession,
  type SignedUpApiShopper,
  signUpShopper,
} from '../support/api-shopper.ts';
import { createSandboxProviderClient, UNREACHABLE_URL } from '../support/card-provider.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

const api = openFixtureForFile(() =>
  startTestApi({
    env: { RATE_LIMIT_FACTOR: '1000' },
    provider: createSandboxProviderClient(UNREACHABLE_URL),
  }),
);
let product: string;

beforeAll(async () => {
  await addTestPickupCentre(api);
  product = await addTestProduct(api, { title: 'Garri', priceNaira: 1_000, baseNaira: 1_000, minUnits: 10 });
});

/** Begins a card payment while the provider is out of reach, so nothing is known of the payment. */
async function beginCardPayment(shopper: SignedUpApiShopper): Promise<TestApiResponse<object>> {
  const post = <Reply>(url: string, body: object): Promise<TestApiResponse<Reply>> =>
    api.call<Reply>({ method: 'POST', url, body, token: shopper.token });
  const added = await post<AddToCartReply>('/api/cart/add', { productId: product, quantity: 1 });
  return post('/api/payment/initialize', {
    ...{ walletUse: 0, paymentMethod: 'flutterwave_only', phone: shopper.phone },
    cartId: added.body.data.cartId,
    deliveryAddress: { state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' },
  });
}

const remove = (shopper: SignedUpApiShopper, body: object): Promise<TestApiResponse<{ message: string }>> =>
  api.call({ method: 'DELETE', url: '/api/account', body, token: shopper.token });

test('the export holds everything of the shopper, no secret and nothing of anybody else', async () => {
  const shopper = await signUpShopper(api, { name: 'Ngozi Eze' });
  const other = await signUpShopper(api, { name: 'Somebody Else', referralCode: shopper.referralCode });
  await adjustTestWallet(api, shopper.id, 3_000);
  await payFromWalletThroughApi(api, shopper, product, 2);
  const answer = await api.call<AccountExportReply>({
    method: 'GET',
    url: '/api/account/export',
    token: shopper.token,
  });
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({
    profile: {
      ...{ id: shopper.id, name: 'Ngozi Eze', email: shopper.email, phone: shopper.phone },
      platform: 'web',
    },
    wallet: [{ balanceKobo: 100_000 }],
    orders: [{ totalKobo: 200_000, items: [{ product: 'Garri', quantity: 2 }] }],
    payments: [{ delivery: { street: '1 Allen Avenue' } }],
    groups: [{ product: 'Garri', units: 2 }],
  });
  const text = JSON.stringify(answer.body);
  for (const secret of ['argon2', other.email, other.phone, other.name]) expect(text).not.toContain(secret);
});

test('every table that names a shopper is in the export', async () => {
  const named = await api.db.query<{ name: string }>(
    `SELECT DISTINCT c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
       AND (c.column_name ~ '(user|referr|referee)' OR c.column_name IN ('email', 'reference', 'ip'))`,
  );
  // Reconciliation items are the shop's books, the postings of the wallet are exported with the wallet, and sessions
  // and proposals of operators concern no shopper.
  const notTheirs = ['recon_items', 'ledger_accounts', 'operator_sessions', 'operator_proposals'];
  const sql = Object.values(ACCOUNT_EXPORT_SQL_BY_SECTION).join(' ');
  const missing = named.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(sql));
  expect(missing.filter((name) => !notTheirs.includes(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
  const shopper = await signUpShopper(api);
  const { body } = await api.call<AccountExportReply>({
    ...{ method: 'GET', url: '/api/account/export', token: shopper.token },
  });
  for (const part of Object.keys(ACCOUNT_EXPORT_SQL_BY_SECTION)) expect(body.data, part).toHaveProperty(part);
});

test('where a session was is forgotten 30 days after its end', async () => {
  const [ended, open] = [await signUpShopper(api), await signUpShopper(api)];
  const known = () =>
    api.db.query<{ id: string }>(
      'SELECT user_id AS id FROM sessions WHERE user_id IN ($1, $2) AND ip IS NOT NULL AND user_agent IS NOT NULL',
      [ended.id, open.id],
    );
  const end = (days: number) =>
    api.db.query('UPDATE sessions SET revoked_at = now() - make_interval(days => $2) WHERE user_id = $1', [
      ended.id,
      days,
    ]);
  await end(29);
  await createDataRetentionJob(api.db).run({ isStopping: () => false });
  expect(await known()).toHaveLength(2);
  await end(31);
  await createDataRetentionJob(api.db).run({ isStopping: () => false });
  expect(await known()).toEqual([{ id: open.id }]);
});

test('sign-out empties the cache of the browser, and private answers vary with who asks', async () => {
  const shopper = await signUpShopper(api);
  const read = await api.call({ method: 'GET', url: '/api/notifications', token: shopper.token });
  expect(read.headers.vary).toContain('authorization');
  const out = await api.call({
    ...{ method: 'POST', url: '/api/auth/logout', body: {} },
    headers: createSameOriginHeaders(api, shopper.cookies),
  });
  expect(out.headers['clear-site-data']).toBe('"cache"');
});

describe('deleting the account', () => {
  test('erases the shopper, keeps order and ledger under the id, and ends the session', async () => {
    const shopper = await signUpShopper(api);
    await adjustTestWallet(api, shopper.id, 1_000);
    await payFromWalletThroughApi(api, shopper, product, 1, { variant: 'solo' });
    await api.db.query('UPDATE order_items SET collected_at = app_now() WHERE user_id = $1', [shopper.id]);
    const answer = await remove(shopper, { password: shopper.password });
    expect([answer.status, answer.body.message]).toEqual([200, 'Your account has been deleted.']);
    const rows = await api.db.query<Record<string, unknown>>(
      `SELECT u.name, u.email, u.phone, o.delivery, p.phone AS paid_phone, p.delivery AS paid_delivery
       FROM users u JOIN orders o ON o.user_id = u.id JOIN payments p ON p.user_id = u.id WHERE u.id = $1`,
      [shopper.id],
    );
    expect(rows).toEqual([
      { name: 'Deleted shopper', email: null, phone: null, delivery: {}, paid_phone: '', paid_delivery: {} },
    ]);
    const login = await api.call({
      method: 'POST',
      url: '/api/auth/login',
      body: { email: shopper.email, password: shopper.password },
    });
    expect(login.status).toBe(400);
    expect(await refreshSession(api, shopper)).toBe(401);
    // The e-mail address may be used for a new account.
    await signUpShopper(api, { email: shopper.email, phone: shopper.phone });
  });

  test('empties what the card provider told of their payments, and recovery requests under their email', async () => {
    const [shopper, other] = [await signUpShopper(api), await signUpShopper(api)];
    const referenceOf = async (buyer: SignedUpApiShopper): Promise<string> => {
      await adjustTestWallet(api, buyer.id, 1_000);
      await payFromWalletThroughApi(api, buyer, product, 1, { variant: 'solo' });
      const [payment] = await api.db.query<{ reference: string }>(
        'SELECT reference FROM payments WHERE user_id = $1',
        [buyer.id],
      );
      await api.db.query(
        `WITH collected AS (UPDATE order_items SET collected_at = app_now() WHERE user_id = $1)
         INSERT INTO provider_events (provider, dedupe_key, headers_ok, body, reference, processed_at)
         VALUES ('flutterwave', $2, true, jsonb_build_object('customer', $3::text), $2, app_now())`,
        [buyer.id, payment?.reference, buyer.email],
      );
      await api.db.query(
        `INSERT INTO recovery_requests (email, phone, reason) VALUES ($1::text::email_address, $2, 'lost')`,
        [buyer.email, buyer.phone],
      );
      return payment?.reference ?? '';
    };
    const [own, others] = [await referenceOf(shopper), await referenceOf(other)];
    expect((await remove(shopper, { password: shopper.password })).status).toBe(200);
    const bodies = await api.db.query<{ reference: string; body: object }>(
      'SELECT reference, body FROM provider_events WHERE reference IN ($1, $2)',
      [own, others],
    );
    expect(new Map(bodies.map((row) => [row.reference, row.body]))).toEqual(
      new Map([
        [own, {}],
        [others, { customer: other.email }],
      ]),
    );
    const requests = await api.db.query('SELECT email::text AS email FROM recovery_requests');
    expect(requests).toEqual([{ email: other.email }]);
  });

  test('leaves name, e-mail and phone of the shopper in no row of any table', async () => {
    const friend = await signUpShopper(api);
    const shopper = await signUpShopper(api, { name: 'Zubairu Qwinton', referralCode: friend.referralCode });
    await createOutboxJob(api.db, recordEvents(), throwFailures).run({ isStopping: () => false });
    const post = (url: string, body: object) =>
      api.call({
        method: 'POST',
        url,
        body,
        token: shopper.token,
        headers: { 'idempotency-key': randomUUID() },
      });
    await post('/api/auth/login', { email: shopper.email, password: 'not this one' });
    await post('/api/auth/request-recovery-key-reset', {
      ...{ email: shopper.email, phone: shopper.phone, reason: 'Qwinton lost the key' },
    });
    await post('/api/auth/verify-recovery-key', { email: shopper.email, recoveryKey: 'not this one' });
    await beginCardPayment(shopper);
    await adjustTestWallet(api, shopper.id, 5_000);
    await payFromWalletThroughApi(api, shopper, product, 1);
    await payFromWalletThroughApi(api, shopper, product, 1, { variant: 'solo' });
    await api.db.query('UPDATE order_items SET collected_at = app_now() WHERE user_id = $1', [shopper.id]);
    await api.db.query(`UPDATE payments SET created_at = app_now() - interval '2 days' WHERE user_id = $1`, [
      shopper.id,
    ]);
    expect((await remove(shopper, { password: shopper.password, giveUpWallet: true })).status).toBe(200);
    const tables = await api.db.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
    );
    const traces = ['Zubairu', 'Qwinton', shopper.email, shopper.phone.slice(4)];
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await api.db.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`);
      for (const { row } of rows)
        if (traces.some((trace) => row.includes(trace))) found.push(`${name}: ${row}`);
    }
    expect(found).toEqual([]);
    const info = await api.call<ReferralInfoReply>({
      method: 'GET',
      url: '/api/referral/info',
      token: friend.token,
    });
    expect(info.body.referredUsers).toMatchObject([{ id: shopper.id, name: '' }]);
  });

  test('tells the referrer nothing of a shopper who left before the notification was delivered', async () => {
    const friend = await signUpShopper(api);
    const shopper = await signUpShopper(api, { referralCode: friend.referralCode });
    expect((await remove(shopper, { password: shopper.password })).status).toBe(200);
    await createOutboxJob(api.db, recordEvents(), throwFailures).run({ isStopping: () => false });
    expect(
      await api.db.query('SELECT message FROM notifications WHERE user_id = ANY ($1::uuid[])', [
        [friend.id, shopper.id],
      ]),
    ).toEqual([]);
  });

  test('needs the password', async () => {
    const shopper = await signUpShopper(api);
    const answer = await remove(shopper, { password: 'wrong password' });
    expect([answer.status, answer.body.message]).toEqual([400, 'Current password is incorrect']);
  });

  test('waits for a group that is not finished', async () => {
    const shopper = await signUpShopper(api);
    await adjustTestWallet(api, shopper.id, 1_000);
    await payFromWalletThroughApi(api, shopper, product, 1);
    const answer = await remove(shopper, { password: shopper.password });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'You have a group buy that is not finished yet. You can delete your account once it is.',
    ]);
  });

  test('waits a day for a card payment of which nothing is known', async () => {
    const shopper = await signUpShopper(api);
    const begun = await beginCardPayment(shopper);
    expect(begun.status).toBe(500);
    const refused = await remove(shopper, { password: shopper.password });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'A payment of the last 24 hours is not finished yet. Please try again tomorrow.',
    ]);
    await api.db.query(
      `UPDATE payments SET created_at = app_now() - interval '24 hours' WHERE user_id = $1`,
      [shopper.id],
    );
    expect((await remove(shopper, { password: shopper.password })).status).toBe(200);
  });

  test('waits for a payment that still holds a part of the wallet, however old it is', async () => {
    const shopper = await signUpShopper(api);
    await adjustTestWallet(api, shopper.id, 400);
    await beginCardPayment(shopper);
    await api.db.query(
      `WITH old AS (
         UPDATE payments SET created_at = app_now() - interval '25 hours', status = 'pending' WHERE user_id = $1 RETURNING id)
       SELECT take_hold(id, $1, 40000) FROM old`,
      [shopper.id],
    );
    const refused = await remove(shopper, { password: shopper.password, giveUpWallet: true });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'A payment of the last 24 hours is not finished yet. Please try again tomorrow.',
    ]);
  });

  test('money in the wallet must be given up knowingly', async () => {
    const shopper = await signUpShopper(api);
    await adjustTestWallet(api, shopper.id, 700);
    const refused = await remove(shopper, { password: shopper.password });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'There is money in your wallet. Use it first, or choose to give it up.',
    ]);
    expect((await remove(shopper, { password: shopper.password, giveUpWallet: true })).status).toBe(200);
    const [wallet] = await api.db.query<object>(
      `SELECT w.balance_kobo AS balance, t.reason, t.description
       FROM wallets w JOIN ledger_tx t ON t.ref = w.user_id::text AND t.kind = 'wallet_given_up'
       WHERE w.user_id = $1`,
      [shopper.id],
    );
    expect(wallet).toEqual({
      balance: 0,
      reason: 'Given up',
      description: 'Given up when the account was deleted',
    });
  });
});
