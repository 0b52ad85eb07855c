import { expect, it } from 'vitest';
import { createDataRetentionJob } from '../../server/jobs/retention-job.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { runJobs } from './support/run-jobs.ts';
import { withMoney } from './support/with-money.ts';

const DAY_MS = 24 * 3_600_000;
const shop = openFixtureForFile(createTestDatabase, withMoney);

const sweep = () => createDataRetentionJob(shop.db).run({ isStopping: () => false });

async function addressesOf(userId: string): Promise<string[]> {
  const rows = await shop.db.query<{ delivery: string }>(
    `SELECT delivery::text FROM orders WHERE user_id = $1
     UNION ALL SELECT delivery::text FROM payments WHERE user_id = $1`,
    [userId],
  );
  return rows.map((row) => row.delivery);
}

it('erases addresses 90 days after the end of an order, not before, and keeps the books', async () => {
  const userId = await shop.shopper();
  await shop.buyByCard(userId, { productId: await shop.product(100), quantity: 1 });
  await shop.advance(3 * DAY_MS);
  await runJobs(shop.db);
  await shop.advance(80 * DAY_MS);
  await sweep();
  for (const delivery of await addressesOf(userId)) expect(delivery).toContain('1 Test Street');
  await shop.advance(11 * DAY_MS);
  await sweep();
  expect(await addressesOf(userId)).toEqual(['{}', '{}']);
  await expectInvariants(shop.db);
});

it('keeps the newest 200 notifications of a shopper and drops what has expired', async () => {
  const userId = await shop.shopper();
  await shop.db.query(
    `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message, created_at)
     SELECT $1, 'k' || i, 'info', 'system', 'T', 'M', app_now() + i * interval '1 second' FROM generate_series(1, 230) i`,
    [userId],
  );
  await shop.db.query(
    `INSERT INTO idempotency_keys (scope, key, method, path, request_hash, state, expires_at)
     VALUES ('anon', gen_random_uuid(), 'POST', '/a', 'h', 'running', now() - interval '1 hour'),
       ('anon', gen_random_uuid(), 'POST', '/a', 'h', 'running', now() + interval '1 hour')`,
  );
  await shop.db.query(
    `INSERT INTO outbox (topic, dedupe_key, payload, done_at)
     VALUES ('progress', 'old', '{}', now() - interval '8 days'), ('progress', 'new', '{}', now()), ('progress', 'open', '{}', NULL)`,
  );
  await sweep();
  const kept = await shop.db.query<{ key: string }>(
    'SELECT dedupe_key AS key FROM notifications WHERE user_id = $1 ORDER BY created_at',
    [userId],
  );
  expect(kept.length).toBe(200);
  expect(kept[0]?.key).toBe('k31');
  const [left] = await shop.db.query<{ keys: number; rows: string }>(
    `SELECT (SELECT count(*) FROM idempotency_keys) AS keys,
       (SELECT string_agg(dedupe_key, ',' ORDER BY dedupe_key) FROM outbox WHERE topic = 'progress') AS rows`,
  );
  expect(left).toEqual({ keys: 1, rows: 'new,open' });
});

it('empties what the provider told us 90 days after it came, also what was never worked off', async () => {
  await shop.db.query(
    `INSERT INTO provider_events (provider, dedupe_key, headers_ok, body, processed_at, created_at) VALUES
       ('flutterwave', 'dead', true, '{"email": "a@example.com"}', NULL, app_now() - interval '91 days'),
       ('flutterwave', 'late', true, '{"email": "b@example.com"}', app_now(), app_now() - interval '91 days'),
       ('flutterwave', 'young', true, '{"email": "c@example.com"}', NULL, app_now() - interval '89 days')`,
  );
  await sweep();
  const kept = await shop.db.query<{ key: string }>(
    `SELECT dedupe_key AS key FROM provider_events WHERE body <> '{}'`,
  );
  expect(kept).toEqual([{ key: 'young' }]);
});

it('forgets what an operator was answered after 30 days; the act itself stays done', async () => {
  await shop.db.query(
    `INSERT INTO operator_answers (key, words, answer, created_at) VALUES
       ('old', 'w', '{}', now() - interval '31 days'), ('young', 'w', '{}', now() - interval '29 days')`,
  );
  await sweep();
  expect(await shop.db.query('SELECT key FROM operator_answers')).toEqual([{ key: 'young' }]);
});

it('forgets what an operator proposed after 30 days', async () => {
  await shop.db.query(
    `INSERT INTO operator_proposals (key, command, arguments, preview, proposed_by, created_at) VALUES
       ('old', 'c', '{}', '{}', 'ada', app_now() - interval '31 days'),
       ('young', 'c', '{}', '{}', 'ada', app_now() - interval '29 days')`,
  );
  await sweep();
  expect(await shop.db.query('SELECT key FROM operator_proposals')).toEqual([{ key: 'young' }]);
});
