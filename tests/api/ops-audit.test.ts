import { afterEach, expect, test } from 'vitest';
import type { OperatorAction } from '../../server/ops/action.ts';
import { listOperatorActions } from '../../server/ops/actions.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';
import { addOpsCommandSituations } from '../support/with-situations.ts';

/**
 * Rules for every operator's command. A change is logged in its own transaction and done once for each key, a look at
 * shoppers is logged before anything is shown, and a read changes nothing.
 */

const shop = openFixtureForFile(openPaymentTestShop, addOpsCommandFixture, addOpsCommandSituations);

/**
 * Commands that ask the provider or do much work: their request is logged first, and their results as separate rows.
 */
const ASKED_FIRST = ['approval agree', 'payment verify', 'payment resettle', 'recon run', 'demo seed'];
/** Commands whose log row has no `before`, because nothing existed before or because keys are never logged. */
const WITHOUT_BEFORE = [
  ...['breach record', 'operator add', 'secrets rotate', 'recon run', 'demo seed'],
  ...['product add', 'picture add', 'operator reset', 'centre add'],
];
/** Commands whose answer holds a secret that is shown once. */
const SHOWN_ONCE = ['operator add', 'operator reset', 'recovery approve'];
const LOOKS = [
  ...[
    'pickup list',
    'pickup notify',
    'pickup pack',
    'item unproven',
    'payment show',
    'recovery list',
    'referral list',
  ],
  ...['review list', 'order list', 'order export', 'report postings', 'user list', 'user list-export'],
  ...['user show', 'user events', 'user export', 'find', 'order show', 'group show', 'user history'],
];

/** These commands need PostgreSQL's client programs or an empty shop, so `backup.test.ts` has their tests. */
const ELSEWHERE = ['backup', 'restore'];

const namesOf = (isMeant: (command: OperatorAction) => boolean): string[] =>
  listOperatorActions()
    .filter(isMeant)
    .map(({ name }) => name);
const ACTS = listOperatorActions()
  .filter(({ name }) => !ELSEWHERE.includes(name))
  .flatMap(({ name, key }) => (key ? [[name, key] as const] : []));
const READS = namesOf(({ name, key }) => !key && !LOOKS.includes(name) && !ELSEWHERE.includes(name));

/** Reads the contents of every table. */
async function everything(): Promise<Record<string, string>> {
  const tables = await shop.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const held: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await shop.db.query<{ rows: string }>(
      `SELECT coalesce(md5(string_agg(t::text, ',' ORDER BY t::text)), '') AS rows FROM "${name}" t`,
    );
    held[name] = row?.rows ?? '';
  }
  return held;
}

interface LogRow {
  actor: string;
  action: string;
  before: unknown;
  after: unknown;
}
const lastRow = async (): Promise<number> =>
  (await shop.db.query<{ id: number }>('SELECT coalesce(max(id), 0)::int AS id FROM audit_log'))[0]?.id ?? 0;
const rowsAfter = (id: number) =>
  shop.db.query<LogRow>('SELECT actor, action, before, after FROM audit_log WHERE id > $1 ORDER BY id', [id]);

/** The answer to an operator when the log refuses its row. */
const NOT_LOGGED = { ok: false, message: expect.stringContaining('The database failed (P0001).') };

/** Runs the work while the log refuses every row. */
async function withFullLog(work: () => Promise<unknown>): Promise<void> {
  await shop.db.query(
    `CREATE FUNCTION log_is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the log is full'; END $$`,
  );
  await shop.db.query(
    'CREATE TRIGGER log_is_full BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION log_is_full()',
  );
  try {
    await work();
  } finally {
    await shop.db.query('DROP FUNCTION log_is_full CASCADE');
  }
}

/** Deletes all operators, so that the next command runs without an operator's name again. */
const dismissAll = () => shop.db.query('DELETE FROM operators');
afterEach(dismissAll);

test('no command is forgotten here', () => {
  expect([...shop.commands, ...ELSEWHERE].sort()).toEqual(namesOf(() => true).sort());
});

test.each(ACTS)(
  '%s does nothing that the log does not hold, with before and after, and is done once under its key',
  async (name, kind) => {
    const key = kind === 'own' ? [] : ['--key', `the key of ${name}`];
    const words = [...(await shop.wordsFor(name)), ...key];
    const before = await everything();
    await withFullLog(() => expect(runOpsCommandInTest(shop, ...words)).resolves.toMatchObject(NOT_LOGGED));
    expect(await everything(), 'nothing is done without its row').toEqual(before);

    const last = await lastRow();
    const first = await runOpsCommandInTest(shop, ...words);
    expect(first.message).toBeUndefined();
    const rows = await rowsAfter(last);
    expect(rows.map(({ actor }) => actor)).toContain('system');
    if (!WITHOUT_BEFORE.includes(name)) expect(rows.filter((row) => row.before === null)).toEqual([]);
    const told = ASKED_FIRST.includes(name) ? rows.slice(1) : rows;
    expect(told.filter(({ after }) => after === null)).toEqual([]);

    // A refusal is not stored, so a repetition runs again.
    if (!first.ok) return;
    await dismissAll();
    const done = await everything();
    expect(await runOpsCommandInTest(shop, ...words)).toEqual(
      SHOWN_ONCE.includes(name) ? { ...first, data: null } : first,
    );
    if (kind === 'own') return;
    expect(await everything(), 'the second time changes nothing').toEqual(done);

    // Deletes the stored answers, as when a command was cut off after its commit.
    if (kind === 'repeatable') return;
    await shop.db.query('DELETE FROM operator_answers');
    expect(await runOpsCommandInTest(shop, ...words)).toMatchObject({ ok: true, data: { actor: 'system' } });
    expect({ ...(await everything()), operator_answers: done.operator_answers }).toEqual(done);
  },
);

test.each(LOOKS)('%s shows nothing of shoppers without a row that says who looked', async (name) => {
  const words = await shop.wordsFor(name);
  await withFullLog(() => expect(runOpsCommandInTest(shop, ...words)).resolves.toMatchObject(NOT_LOGGED));
  const last = await lastRow();
  await runOpsCommandInTest(shop, ...words);
  expect(await rowsAfter(last)).toMatchObject([{ actor: 'system', action: name.replace(' ', '.') }]);
});

test.each(READS)('%s changes nothing', async (name) => {
  const words = await shop.wordsFor(name);
  const before = await everything();
  expect((await runOpsCommandInTest(shop, ...words)).message).toBeUndefined();
  expect(await everything()).toEqual(before);
});
