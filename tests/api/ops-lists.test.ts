import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { listGroupsForOperator } from '../../server/features/groups/group-operator-repository.ts';
import { parseAuditLogQuery } from '../../server/ops/queries/audit/audit-query.ts';
import { findAuditEntries } from '../../server/ops/queries/audit/audit-repository.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { watchPlans } from '../money/support/read-plans.ts';
import { startTestApi } from '../support/api.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

/** The pages of long lists are in order, show each row once, and are read from an index. */

const api = openFixtureForFile(() => startTestApi());
const ROWS = 20_000;

beforeAll(async () => {
  const [rice, beans] = [
    await addTestProduct(api, { slug: 'rice' }),
    await addTestProduct(api, { slug: 'beans', title: 'Beans' }),
  ];
  const client = new pg.Client({ connectionString: api.connectionString });
  await client.connect();
  // Four groups share each deadline, so their order is decided by the id.
  await client.query(
    `ALTER TABLE groups DISABLE TRIGGER USER;
     INSERT INTO groups (product_id, seq, kind, status, min_units, deadline, product_snapshot)
     SELECT CASE WHEN n % 100 = 0 THEN '${beans}'::uuid ELSE '${rice}' END, n + 1000, 'open',
       CASE WHEN n % 200 = 0 THEN 'active' WHEN n % 200 = 1 THEN 'secured' ELSE 'delivered' END, 10,
       '2026-01-01'::timestamptz + n / 4 * interval '1 hour', '{"title": "Rice"}'
     FROM generate_series(1, ${ROWS}) n;
     ALTER TABLE groups ENABLE TRIGGER USER;
     INSERT INTO audit_log (actor, action, target, ip, before, after, created_at)
     SELECT 'operator:' || (ARRAY['ada', 'bisi', 'chidi'])[1 + n % 3], 'item.collect', 'order:GB-' || n % 5000,
       '127.0.0.1', '{"stage": "ready"}', '{"stage": "collected"}', '2026-01-01'::timestamptz + n / 4 * interval '1 minute'
     FROM generate_series(1, ${ROWS}) n;
     INSERT INTO operators (name, role, removed_at) VALUES ('ada', 'ops', now());
     ALTER TABLE users DISABLE TRIGGER USER;
     INSERT INTO users (name, email, phone, password_hash, recovery_key_hash, referral_code)
     SELECT 'Ada Obi', n || '@x.ng', '+234' || 8030000000 + n, 'x', 'x', 10000000 + n FROM generate_series(1, 10001) n;
     ALTER TABLE users ENABLE TRIGGER USER;
     ANALYZE groups, audit_log`,
  );
  await client.end();
}, 60_000);

interface Group {
  groupId: string;
  status: string;
  slug: string;
  deadline: string;
}
interface Line {
  id: number;
  at: string;
  actor: string;
  target: string;
  ip: string;
}

/** Reads every page of a list, each beginning where the one before ended. */
async function leaf<Row>(words: string[], option: string, idOf: (row: Row) => string): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const from = last === undefined ? [] : [option, idOf(last)];
    const { data } = await runOpsCommandInTest<Row[]>(api, ...words, '--limit', '70', ...from);
    rows.push(...data);
    if (data.length < 70) return rows;
  }
}
const leafGroups = (...filter: string[]) =>
  leaf<Group>(['group', 'list', ...filter], '--after', ({ groupId }) => groupId);
const leafLines = (...filter: string[]) =>
  leaf<Line>(['audit', ...filter], '--before', ({ id }) => String(id));

describe('groups', () => {
  test('that are under way come by deadline, whatever their status, each once', async () => {
    const groups = await leafGroups();
    expect(new Set(groups.map(({ groupId }) => groupId)).size).toBe(ROWS / 100);
    expect(groups.length).toBe(ROWS / 100);
    expect(new Set(groups.map(({ status }) => status))).toEqual(new Set(['active', 'secured']));
    const deadlines = groups.map(({ deadline }) => deadline);
    expect(deadlines).toEqual([...deadlines].sort());
  });

  test('are those of a status and a product', async () => {
    const groups = await leafGroups('--status', 'delivered', '--product', 'beans');
    expect(groups.length).toBe(ROWS / 200);
    expect(groups.every(({ status, slug }) => status === 'delivered' && slug === 'beans')).toBe(true);
    const deadlines = groups.map(({ deadline }) => deadline);
    expect(deadlines, 'of what is over the latest first').toEqual([...deadlines].sort().reverse());
  });
});

describe('the log', () => {
  test('is searched by who, what and when, the newest first, each line once', async () => {
    const lines = await leafLines('--by', 'ada', '--day', '2026-01-02');
    // The day begins at midnight in Lagos, which is 23:00 UTC of the day before.
    expect(lines.length).toBe((24 * 60 * 4) / 3);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    expect(lines.at(-1)?.at).toBe('2026-01-01T23:00:00.000Z');
    expect(lines[0]).toMatchObject({
      actor: 'operator:ada',
      at: '2026-01-02T22:59:00.000Z',
      ip: '127.0.0.1',
    });
    const ids = lines.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
    const ofOrder = await leafLines('--target', 'order:GB-7');
    expect(ofOrder.map(({ target }) => target)).toEqual(Array<string>(ROWS / 5_000).fill('order:GB-7'));
  });
});

test('every page is found on an index', async () => {
  const db = connectDatabase({ connectionString: api.connectionString, maxConnections: 1 });
  const readPlans = watchPlans(db);
  const [group] = (await runOpsCommandInTest<Group[]>(api, 'group', 'list', '--status', 'active')).data;
  const [line] = (await runOpsCommandInTest<Line[]>(api, 'audit', '--by', 'ada')).data;
  const after = group?.groupId;
  const before = line?.id;
  const [page, found] = [{ limit: 50 }, {} as Record<string, string[]>];
  const log = async (asked: { q?: string; target?: string }, more = {}) =>
    findAuditEntries(db, { ...(await parseAuditLogQuery(db, asked)), ...page, ...more });
  const reads: Record<string, () => Promise<unknown>> = {
    board: () => listGroupsForOperator(db, { statuses: ['active', 'secured'], ...page }),
    'next of the board': () => listGroupsForOperator(db, { statuses: ['active', 'secured'], after, ...page }),
    'board with what is owed': () =>
      listGroupsForOperator(db, { statuses: ['active', 'secured'], withOwed: true, after, ...page }),
    'what is over': () =>
      listGroupsForOperator(db, { statuses: ['delivered'], after, latestFirst: true, ...page }),
    'a product': () => listGroupsForOperator(db, { statuses: ['active'], slug: 'beans', ...page }),
    log: () => log({}),
    'next of the log': () => log({}, { before }),
    'a day': () => log({}, { day: '2026-01-02' }),
    'a person': () => log({}, { actor: 'operator:ada', before }),
    'a person on a day': () => log({}, { actor: 'operator:ada', day: '2026-01-02' }),
    'a target': () => log({ target: 'order:GB-7' }, { before }),
    'an order number': () => log({ q: 'GB-7K2M9QXA' }, { before }),
    words: () => log({ q: 'handed out' }, { before }),
    'words of a reason': () => log({ q: 'broken seal' }),
  };
  for (const [name, read] of Object.entries(reads)) {
    await read();
    const whole = (await readPlans()).filter((one) => /^(groups|audit_log)/.test(one));
    if (whole.length > 0) found[name] = whole;
  }
  await db.close();
  expect(found).toEqual({});
});

test('a full table says at the command line how it continues', async () => {
  const exportShoppers = (...words: string[]) =>
    runOpsCommand(['user', 'list-export', ...words], async () => api.deps);
  const { stderr } = await exportShoppers();
  const [, after = ''] =
    /^The table is full\. The rest: the same command with --after (\S+)\n$/.exec(stderr) ?? [];
  const rest = await exportShoppers('--after', after);
  expect({ ...rest, stdout: rest.stdout.match(/@x\.ng/g) }).toEqual({
    ...{ exitCode: 0, stdout: ['@x.ng'], stderr: '' },
  });
});
