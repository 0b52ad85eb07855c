import { beforeEach, expect, test } from 'vitest';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { runJobs } from '../money/support/run-jobs.ts';
import { startTestApi } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

/** Failed tasks are shown, tried again and closed. */

const api = openFixtureForFile(startTestApi);
beforeEach(() => api.db.query('DELETE FROM outbox'));

async function leaveDead(topic: string, payload: object): Promise<number> {
  const rows = await api.db.query<{ id: number }>(
    `INSERT INTO outbox (topic, dedupe_key, payload, attempts, dead_at, last_error)
     VALUES ($1, $1 || random(), $2::jsonb, 20, now(), 'Error') RETURNING id`,
    [topic, JSON.stringify(payload)],
  );
  return rows[0]?.id as number;
}

const audited = async (action: string) =>
  (
    await api.db.query<{ reason: string | null }>('SELECT reason FROM audit_log WHERE action = $1', [action])
  ).map(({ reason }) => reason);

test('what was given up is shown, tried again, and done', async () => {
  const { id: userId } = await signUpShopper(api, { name: 'Ada Obi' });
  const id = await leaveDead('notice', {
    fact: 'wallet',
    userId,
    txId: 1,
    reason: 'Goodwill',
    oldBalanceKobo: 0,
    newBalanceKobo: 50_000,
  });
  const shown = await runOpsCommandInTest<{ id: number; topic: string }[]>(api, 'outbox', 'dead');
  expect(shown).toMatchObject({ exitCode: 1, data: [{ id, topic: 'notice', lastError: 'Error' }] });
  expect(await runOpsCommandInTest(api, 'outbox', 'revive', String(id))).toMatchObject({
    ok: true,
    data: { ids: [id] },
  });
  expect(await audited('outbox.revive')).toHaveLength(1);
  expect(await runOpsCommandInTest(api, 'outbox', 'dead')).toMatchObject({ exitCode: 0, data: [] });
  await runJobs(api.db);
  expect(await api.db.query(`SELECT title FROM notifications WHERE user_id = $1`, [userId])).toHaveLength(1);
});

test('a whole topic is tried again at once, and no other', async () => {
  const [one, two] = [await leaveDead('referral', {}), await leaveDead('referral', {})];
  const other = await leaveDead('push', {});
  const { data } = await runOpsCommandInTest<{ ids: number[] }>(api, 'outbox', 'revive', 'referral');
  expect(data.ids.sort()).toEqual([one, two].sort());
  const { data: left } = await runOpsCommandInTest<{ id: number }[]>(api, 'outbox', 'dead');
  expect(left.map(({ id }) => id)).toEqual([other]);
});

test('a webhook that nobody will work off any more is closed with its reason, and the invariants hold again', async () => {
  const rows = await api.db.query<{ id: number }>(
    `INSERT INTO provider_events (provider, dedupe_key, headers_ok, body, reference, created_at)
     VALUES ('flutterwave', 'stuck', true, '{}', 'gb-STUCK', app_now() - interval '1 day') RETURNING id`,
  );
  const id = await leaveDead('provider_event', {
    eventId: rows[0]?.id,
    transactionId: '1',
    status: 'successful',
  });
  const broken = await runOpsCommandInTest<{ invariants: { name: string; breaches: string[] }[] }>(
    api,
    'invariants',
  );
  expect(broken.data.invariants.flatMap(({ breaches }) => breaches)).toEqual([
    expect.stringContaining('gb-STUCK'),
  ]);
  expect(await runOpsCommandInTest(api, 'outbox', 'close', String(id))).toMatchObject({
    message: '--reason is required.',
  });
  const closed = await runOpsCommandInTest(
    api,
    'outbox',
    'close',
    String(id),
    '--reason',
    'paid back at the provider',
  );
  expect(closed).toMatchObject({ ok: true });
  expect(await audited('outbox.close')).toEqual(['paid back at the provider']);
  await runJobs(api.db);
  await expectInvariants(api.db);
});

test('what was not given up is neither revived nor closed', async () => {
  const id = await leaveDead('push', {});
  await api.db.query('UPDATE outbox SET dead_at = NULL');
  const refused = { ok: false, message: 'There is no such failed task.' };
  expect(await runOpsCommandInTest(api, 'outbox', 'revive', String(id))).toMatchObject(refused);
  expect(await runOpsCommandInTest(api, 'outbox', 'revive', 'push')).toMatchObject(refused);
  expect(await runOpsCommandInTest(api, 'outbox', 'close', String(id), '--reason', 'no')).toMatchObject(
    refused,
  );
  expect(await runOpsCommandInTest(api, 'outbox', 'close', 'yes', '--reason', 'no')).toMatchObject({
    message: 'There is no task or topic yes.',
  });
});
