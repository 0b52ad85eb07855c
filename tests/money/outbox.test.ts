import { beforeEach, describe, expect, it } from 'vitest';
import { GROUP_NOTIFICATION_BATCH_SIZE } from '../../server/features/notifications/notification-delivery.ts';
import { createOutboxJob } from '../../server/jobs/outbox-job.ts';
import { processLeasedOutboxRows } from '../../server/outbox/leased-rows.ts';
import { notifyGroupMembers, notifyShopper } from '../../server/outbox/outbox.ts';
import { leaseOutboxRows } from '../../server/outbox/outbox-lease.ts';
import { type OutboxTopicHandler, processOutbox } from '../../server/outbox/outbox-worker.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { recordEvents, runJobs, throwFailures } from './support/run-jobs.ts';
import { withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney);
beforeEach(() => shop.db.query('DELETE FROM outbox'));

const enqueue = (key: string) =>
  shop.db.query(
    `INSERT INTO outbox (topic, dedupe_key, payload) VALUES ('progress', $1, '{"productId": "rice"}')`,
    [key],
  );

const states = () =>
  shop.db.query<{ key: string; attempts: number; isDone: boolean; isDead: boolean }>(
    `SELECT dedupe_key AS key, attempts, done_at IS NOT NULL AS "isDone", dead_at IS NOT NULL AS "isDead"
     FROM outbox ORDER BY id`,
  );

describe('the outbox', () => {
  it('does every row once, however many workers look at the same time', async () => {
    for (let row = 0; row < 250; row += 1) await enqueue(`count:${row}`);
    const seen: string[] = [];
    const progress: OutboxTopicHandler<'progress'> = async (_tx, rows) =>
      rows.map((row) => () => void seen.push(row.dedupeKey));
    const work = () => processOutbox({ db: shop.db, handlers: { progress }, onFailure: () => undefined });
    while ((await Promise.all([work(), work(), work(), work()])).some((looked) => looked > 0));
    expect(seen.length).toBe(250);
    expect(new Set(seen).size).toBe(250);
  });

  it('lets one bad row wait, longer each time, and never holds up the others', async () => {
    for (const key of ['good:1', 'bad', 'good:2']) await enqueue(key);
    const progress: OutboxTopicHandler<'progress'> = async (_tx, rows) => {
      if (rows.some((row) => row.dedupeKey === 'bad')) throw new Error('no');
      return [];
    };
    const failures: boolean[] = [];
    const work = () =>
      processOutbox({
        db: shop.db,
        handlers: { progress },
        onFailure: (_row, _error, isDead) => failures.push(isDead),
      });
    await work();
    expect(await states()).toEqual([
      { key: 'good:1', attempts: 1, isDone: true, isDead: false },
      { key: 'bad', attempts: 1, isDone: false, isDead: false },
      { key: 'good:2', attempts: 1, isDone: true, isDead: false },
    ]);
    // All three events were handled in one transaction, so their times are the same and the difference is the pause.
    const [pause] = await shop.db.query<{ seconds: number }>(
      `SELECT extract(epoch FROM bad.available_at - good.done_at)::float8 AS seconds
       FROM outbox bad, outbox good WHERE bad.dedupe_key = 'bad' AND good.dedupe_key = 'good:1'`,
    );
    expect(pause?.seconds).toBe(1);
    await shop.db.query(`UPDATE outbox SET available_at = available_at + interval '1 minute'`);
    expect(await work()).toBe(0);
    for (let attempt = 1; attempt < 20; attempt += 1) {
      await shop.db.query('UPDATE outbox SET available_at = now()');
      await work();
    }
    expect((await states())[1]).toEqual({ key: 'bad', attempts: 20, isDone: false, isDead: true });
    await shop.db.query('UPDATE outbox SET available_at = now()');
    expect(await work()).toBe(0);
    expect(failures.filter((isDead) => isDead).length).toBe(1);
    expect(failures.length).toBe(20);
  });

  it('tells one fact once, also when it is enqueued and worked again', async () => {
    const userId = await shop.shopper();
    const fact = { fact: 'payment_failed', userId, reference: 'gb-X', reason: 'Declined' } as const;
    const live = recordEvents();
    await shop.db.transaction((tx) => notifyShopper(tx, fact, 'pay:gb-X:failed'));
    await shop.db.transaction((tx) => notifyShopper(tx, fact, 'pay:gb-X:failed'));
    await runJobs(shop.db, live);
    await shop.db.query('UPDATE outbox SET done_at = NULL');
    await runJobs(shop.db, live);
    const notifications = await shop.db.query(
      'SELECT category, type, title, message, data FROM notifications WHERE user_id = $1',
      [userId],
    );
    expect(notifications).toEqual([
      {
        category: 'payment',
        type: 'error',
        title: 'Payment Failed',
        message: 'Payment failed: Declined',
        data: { error: 'Declined' },
      },
    ]);
    expect(live.heard.filter((heard) => heard.event === 'notification:new').length).toBe(1);
  });

  it('tells a large group in steps of 500, every member once', async () => {
    const productId = await shop.product(1);
    const userId = await shop.shopper();
    await shop.buyByCard(userId, { productId, quantity: 1 });
    const group = await shop.groupOf(userId, productId);
    const members = 2 * GROUP_NOTIFICATION_BATCH_SIZE + 7;
    await shop.db.query(
      `WITH made AS (
         INSERT INTO users (name, email, phone, password_hash, recovery_key_hash, referral_code)
         SELECT 'Member', 'member' || i || '@example.com', '+234' || lpad(i::text, 10, '0'), 'x', 'x',
           'M' || lpad(i::text, 7, '0')
         FROM generate_series(1, $2) i RETURNING id)
       INSERT INTO group_members (group_id, user_id, units, paid_kobo) SELECT $1, id, 1, 100 FROM made`,
      [group.id, members],
    );
    const live = recordEvents();
    await createOutboxJob(shop.db, live, throwFailures).run({ isStopping: () => false });
    const [told] = await shop.db.query<{ count: number; shoppers: number }>(
      `SELECT count(*), count(DISTINCT user_id) AS shoppers FROM notifications
       WHERE data ->> 'groupId' = $1 AND title = 'Group Buy Secured'`,
      [group.id],
    );
    expect(told).toEqual({ count: members + 1, shoppers: members + 1 });
    const toasts = live.heard.filter((heard) => heard.event === 'group_successful');
    expect(toasts.map((toast) => toast.to?.length)).toEqual([
      GROUP_NOTIFICATION_BATCH_SIZE,
      GROUP_NOTIFICATION_BATCH_SIZE,
      8,
    ]);
  });

  it('tells a shopper of their payment before the members of many groups hear of theirs', async () => {
    const [payer, member] = [await shop.shopper(), await shop.shopper()];
    const productId = await shop.product(100);
    await shop.buyByCard(member, { productId, quantity: 1 });
    const { id: groupId } = await shop.groupOf(member, productId);
    await runJobs(shop.db);
    for (const status of ['processing', 'packaging', 'ready_for_pickup'] as const)
      await shop.db.transaction((tx) => notifyGroupMembers(tx, { groupId, status }));
    const fact = { fact: 'payment_failed', userId: payer, reference: 'gb-Z', reason: 'Declined' } as const;
    await shop.db.transaction((tx) => notifyShopper(tx, fact));
    const live = recordEvents();
    await runJobs(shop.db, live);
    const told = live.heard.filter((heard) => heard.event === 'notification:new').map((heard) => heard.to);
    expect(told).toEqual([payer, member, member, member]);
  });

  it('gives up a row whose process dies at every try, and tells it once', async () => {
    await shop.db.query(
      `INSERT INTO outbox (topic, dedupe_key, payload) VALUES ('referral', 'killer', '{}'), ('referral', 'beside it', '{}')`,
    );
    const retry = () => shop.db.query('UPDATE outbox SET available_at = now()');
    for (let death = 0; death < 20; death += 1) {
      expect(await leaseOutboxRows(shop.db, 'referral', 1)).toMatchObject([{ dedupeKey: 'killer' }]);
      await retry();
    }
    const seen: string[] = [];
    const work = () =>
      processLeasedOutboxRows(
        {
          db: shop.db,
          topic: 'referral',
          work: async () => void seen.push('worked'),
          onFailure: (row, error, isDead) => seen.push(`${row.dedupeKey} ${(error as Error).name} ${isDead}`),
        },
        () => false,
      );
    await work();
    await retry();
    await work();
    expect(seen.sort()).toEqual(['killer AllTriesCrashedError true', 'worked']);
    expect((await states()).map(({ key, isDone, isDead }) => ({ key, isDone, isDead }))).toEqual([
      { key: 'killer', isDone: false, isDead: true },
      { key: 'beside it', isDone: true, isDead: false },
    ]);
  });
});
