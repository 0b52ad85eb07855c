import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OpsDashboardReply } from '#contract/schemas/ops/dashboard.ts';
import type { OpsOperatorsReply } from '#contract/schemas/ops/operators.ts';
import type { OpsAlarmHistoryReply, OpsFailedJobsReply } from '#contract/schemas/ops/work.ts';
import { endAlarm, upsertAlarm } from '../../server/alarms/alarms-repository.ts';
import { JOB_WAKE_PG_CHANNEL } from '../../server/db/wake-job.ts';
import { createReportAlarmsJob } from '../../server/jobs/alarms-job.ts';
import { listOperatorActions } from '../../server/ops/actions.ts';
import { callApiAsOperator, type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';
import { addOpsCommandSituations } from '../support/with-situations.ts';

/** The calls by which the console lists the operators and what waits today. */

const shop = openFixtureForFile(openPaymentTestShop, addOpsCommandFixture, addOpsCommandSituations);
let owner: SignedInTestOperator;
let support: SignedInTestOperator;
beforeAll(async () => {
  owner = await signInTestOperator(shop, 'ngozi', 'owner');
  support = await signInTestOperator(shop, 'bisi', 'support');
});

interface Secret {
  data: { name: string; secret: string } | null;
  message?: string;
}
const add = (name: string, role: string, key = `add-${name}`) =>
  owner.call<Secret>('POST', '/api/ops/operators/add', { name, role }, { 'idempotency-key': key });
const rowsOf = (name: string) =>
  shop.db.query(
    `SELECT actor, action, reason, ip, before, after FROM audit_log
     WHERE target = $1 AND actor = 'operator:ngozi' ORDER BY id`,
    [`operator:${name}`],
  );
const list = async () => (await support.call<OpsOperatorsReply>('GET', '/api/ops/operators')).body.data;
const enrol = (name: string, secret: string) =>
  callApiAsOperator(shop, {
    method: 'POST',
    url: '/api/ops/enrol',
    body: { name, secret, password: owner.password },
  });

describe('operators', () => {
  test('are named by an owner, whose answer shows the secret once', async () => {
    const named = await add('chidi', 'finance');
    expect(named).toMatchObject({ status: 200, body: { data: { name: 'chidi' } } });
    const again = await add('chidi', 'finance');
    expect([again.status, again.body.data]).toEqual([200, null]);
    expect(await add('chidi', 'ops', 'another')).toMatchObject({
      status: 409,
      body: { message: 'chidi already exists or existed before: a name cannot be used again.' },
    });
    expect(await rowsOf('chidi')).toMatchObject([
      { action: 'operator.add', ip: '127.0.0.1', after: { role: 'finance' } },
    ]);
    expect((await list()).find(({ name }) => name === 'chidi')).toMatchObject({
      ...{ role: 'finance', removedAt: null, refusals: 0 },
    });
    const { secret } = named.body.data ?? { secret: '' };
    expect((await enrol('chidi', secret)).status).toBe(200);
    expect((await add('Chidi!', 'ops')).status).toBe(400);
    expect((await add('chidi2', 'king')).status).toBe(400);
  });

  test('get another secret, which ends what the old one opened', async () => {
    const femi = await signInTestOperator(shop, 'femi', 'ops');
    const url = '/api/ops/operators/femi/reset';
    expect((await owner.call('POST', url, {})).status).toBe(400);
    const reset = await owner.call<Secret>('POST', url, { reason: 'a lost phone' });
    expect(reset.status).toBe(200);
    expect((await femi.call('GET', '/api/ops/session')).status).toBe(401);
    expect((await enrol('femi', femi.secret)).status).toBe(400);
    expect((await enrol('femi', reset.body.data?.secret ?? '')).status).toBe(200);
    expect(await rowsOf('femi')).toMatchObject([
      { action: 'operator.reset', reason: 'a lost phone', ip: '127.0.0.1' },
    ]);
  });

  test('are let go, but for the last owner', async () => {
    const kemi = await signInTestOperator(shop, 'kemi', 'ops');
    const remove = (name: string) =>
      owner.call('POST', `/api/ops/operators/${name}/remove`, { reason: 'left us' });
    expect((await remove('kemi')).status).toBe(200);
    expect((await kemi.call('GET', '/api/ops/today')).status).toBe(401);
    expect((await list()).find(({ name }) => name === 'kemi')?.removedAt).not.toBeNull();
    expect(await rowsOf('kemi')).toMatchObject([
      { action: 'operator.remove', reason: 'left us', before: { role: 'ops' }, after: { removed: true } },
    ]);
    expect(await remove('ngozi')).toMatchObject({
      status: 409,
      body: { message: 'ngozi is the last owner. Add another one first.' },
    });
    expect(await remove('nobody')).toMatchObject({ status: 409, body: { code: 'act_refused' } });
  });
});

describe('today', () => {
  const today = async () => (await support.call<OpsDashboardReply>('GET', '/api/ops/today')).body.data;

  test('tells what waits, longest first, each with a command that there is', async () => {
    await shop.wordsFor('recovery reject');
    const [, , groupId] = await shop.wordsFor('group review');
    await owner.call('POST', `/api/ops/groups/${groupId}/review`, { reason: 'a look' });
    await shop.wordsFor('outbox revive');
    await shop.wordsFor('approval agree');
    await shop.db.query(
      `INSERT INTO alarms (kind, subject, raised_at) VALUES ('disk', 'here', now() - interval '9 days')`,
    );
    const { waiting } = await today();
    expect(waiting[0]).toMatchObject({ what: 'Alarms', command: 'alarm list' });
    expect(waiting.map(({ what, command }) => [what, command])).toEqual(
      expect.arrayContaining([
        ['Recovery requests', 'recovery list'],
        ['Groups under review', 'group list'],
        ['Failed tasks', 'outbox dead'],
        ['Actions waiting for approval', 'approval list'],
      ]),
    );
    const sinceMs = waiting.map(({ oldestAt }) => (oldestAt ? Date.parse(oldestAt) : Infinity));
    expect(sinceMs).toEqual(sinceMs.toSorted((one, other) => one - other));
    const commands = listOperatorActions().map(({ name }) => name);
    expect(waiting.filter(({ command }) => command && !commands.includes(command))).toEqual([]);
  });

  test('has the goods of each step with count, money and centre, and the groups and products that need somebody', async () => {
    await shop.wordsFor('batch move');
    await shop.wordsFor('batch move');
    await shop.db.query(
      `UPDATE fulfilment_batches SET status = 'ready_for_pickup', ready_at = app_now()
       WHERE group_id = (SELECT group_id FROM fulfilment_batches WHERE status = 'secured' LIMIT 1)`,
    );
    const [, , groupId] = await shop.wordsFor('group show');
    await shop.db.query(`UPDATE groups SET deadline = app_now() + interval '3 hours' WHERE id = $1`, [
      groupId,
    ]);
    const { waiting } = await today();
    const of = (kind: string) => waiting.find((one) => one.kind === kind);
    const here = { centre: 'LAG-YAB', name: 'Yaba Centre' };
    expect(of('buy')).toMatchObject({
      count: 1,
      naira: 10_000,
      centres: [{ ...here, count: 1, naira: 10_000 }],
    });
    expect(of('tell')).toMatchObject({ count: 1, naira: 10_000, centres: [here] });
    expect(of('hand_out')).toMatchObject({ count: 1, oldestAt: expect.any(String) });
    expect([of('pack'), of('move'), of('overdue')]).toEqual([undefined, undefined, undefined]);
    expect(of('closing')).toMatchObject({ count: 1, naira: 1_000, centres: [] });
    expect(of('incomplete')?.count).toBeGreaterThan(0);
    const closing = await support.call<{ data: { groupId: string }[] }>(
      'GET',
      '/api/ops/groups?closing=true',
    );
    expect(closing.body.data.map((one) => one.groupId)).toEqual([groupId]);
    const missing = await support.call<{ data: object[] }>('GET', '/api/ops/products?status=incomplete');
    expect(missing.body.data.length).toBe(of('incomplete')?.count);
    // Today must count each kind of goods as its list of orders shows it.
    for (const [kind, filter] of Object.entries({
      buy: { status: 'secured' },
      tell: { unreached: true },
      hand_out: { status: 'ready_for_pickup' },
    })) {
      const listed = await support.call<{ data: object[] }>('POST', '/api/ops/order-list', filter);
      expect(listed.body.data.length, kind).toBe(of(kind)?.count);
    }
  });

  test('names a job that failed, and leads to where its last error stands', async () => {
    await shop.db.query(
      `INSERT INTO job_runs (job, started_at, finished_at, ok, note, runs, failures)
       VALUES ('settle-late', now(), now(), false, 'Error', 9, 3), ('tidy', now(), now(), true, NULL, 9, 0)`,
    );
    expect((await today()).waiting).toContainEqual(
      expect.objectContaining({ what: 'Failed jobs (settle-late)', count: 1, command: 'job list' }),
    );
    const { body } = await support.call<OpsFailedJobsReply>('GET', '/api/ops/jobs');
    expect(body.data).toMatchObject([{ job: 'settle-late', lastError: 'Error', failures: 3, runs: 9 }]);
    await shop.db.query(`DELETE FROM job_runs WHERE job IN ('settle-late', 'tidy')`);
  });

  test('starts a failed job at once, and refuses a job that does not exist', async () => {
    const ops = await signInTestOperator(shop, 'obi', 'ops');
    const woken: string[] = [];
    const listener = new pg.Client({ connectionString: shop.connectionString });
    await listener.connect();
    listener.on('notification', ({ payload }) => woken.push(payload ?? ''));
    await listener.query(`LISTEN ${JOB_WAKE_PG_CHANNEL}`);
    expect((await ops.call('POST', '/api/ops/jobs/retention/run', {})).status).toBe(200);
    await expect.poll(() => woken).toContain('retention');
    expect((await ops.call('POST', '/api/ops/jobs/no-such-job/run', {})).status).toBe(409);
    await listener.end();
  });

  test('tells how many groups close in each of the next 24 hours', async () => {
    const [groupId] = (await shop.wordsFor('group review')).slice(2);
    await shop.db.query(`UPDATE groups SET deadline = app_now() + interval '5 days' WHERE status = 'active'`);
    expect((await today()).closing.map(({ groups }) => groups)).toEqual(Array(24).fill(0));
    await shop.db.query(`UPDATE groups SET deadline = app_now() + interval '150 minutes' WHERE id = $1`, [
      groupId,
    ]);
    expect((await today()).closing.filter(({ groups }) => groups > 0)).toEqual([{ inHours: 3, groups: 1 }]);
  });
});

test('an alarm that is over stays to be read, from when till when; without a channel the console says so', async () => {
  await upsertAlarm(shop.db, { kind: 'provider_silent', subject: '', detail: '' }, false);
  await upsertAlarm(shop.db, { kind: 'recon', subject: 'day 1', detail: '3 items' }, true);
  const look = () =>
    createReportAlarmsJob(shop.db, { shop: 'Ajora', channels: [], log: shop.app.log }).run({
      isStopping: () => false,
    });
  await look();
  await endAlarm(shop.db, 'provider_silent', '');
  await look();
  const history = async () =>
    (await support.call<OpsAlarmHistoryReply>('GET', '/api/ops/alarms/history')).body.data;
  const { past, channels } = await history();
  expect(channels).toEqual([]);
  expect(past.slice(0, 2)).toMatchObject([
    { kind: 'provider_silent', says: expect.stringContaining('does not answer') },
    { kind: 'recon', subject: 'day 1', detail: '3 items', overAt: null },
  ]);
  const [{ raisedAt, overAt } = { raisedAt: '', overAt: '' }] = past;
  expect(Date.parse(overAt ?? '')).toBeGreaterThan(Date.parse(raisedAt));
  await look();
  expect((await history()).past, 'once each').toEqual(past);
});
