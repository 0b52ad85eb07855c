import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { createSqlFunctionSet } from '../../server/db/schema/functions.ts';
import { migrate } from '../../server/db/schema/migrate.ts';
import { type ExpectedDatabaseSchema, readExpectedDatabaseSchema } from '../../server/db/schema/schema.ts';
import { runShopProgram } from '../support/run-program.ts';
import { startTestShop } from '../support/shop.ts';
import { createTestShopDatabase, type TestShopDatabase } from '../support/shop-database.ts';
import { openDatabaseAsShopKind, readChangeableDatabaseState } from '../support/shop-kind.ts';

let dataDir: string;
let current: ExpectedDatabaseSchema;
let database: TestShopDatabase;
const databases: TestShopDatabase[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-schema-'));
  current = await readExpectedDatabaseSchema();
});
beforeEach(async () => {
  database = await createTestShopDatabase();
  databases.push(database);
});
afterAll(async () => {
  for (const one of databases) await one.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Builds the schema of a release that is `age` releases newer than this one (older when negative). Its
 * `random_pickup_code` returns the release's number.
 */
function release(age: number, more: Record<string, string> = {}): ExpectedDatabaseSchema {
  const number = current.functions.number + age;
  const body = (name: string, text: string) =>
    `create or replace function ${name}() returns text\nlanguage sql as $$\n  ${text}\n$$;\n`;
  const changed = Object.entries({ random_pickup_code: `select '${number}'`, ...more }).map(
    ([name, text]) => ({ name, sql: body(name, text) }),
  );
  const names = new Set(changed.map(({ name }) => name));
  const kept = current.functions.functions.filter(({ name }) => !names.has(name));
  return { ...current, functions: createSqlFunctionSet(number, [...kept, ...changed]) };
}

/** Starts a process of this release on the database. */
async function start(schema: ExpectedDatabaseSchema) {
  const db = connectDatabase({ connectionString: database.url });
  try {
    return (await migrate(db, schema)).functions;
  } finally {
    await db.close();
  }
}

async function functionsNumber(): Promise<number> {
  const [row] = await database.query<{ n: string }>('SELECT random_pickup_code() AS n');
  // The real function returns six digits.
  return row?.n.length === 6 ? 0 : Number(row?.n);
}

/** Reads what changes with every replacement of a function, even by an equal one. */
const versions = () =>
  database.query(
    `SELECT proname, xmin::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY oid`,
  );

describe('functions', () => {
  test('that are what the database has are not written again', async () => {
    const before = await versions();
    expect(await start(current)).toBe('same');
    expect(await versions()).toEqual(before);
  });

  test('of a newer release replace those of an older one, which never puts its own back', async () => {
    expect(await functionsNumber()).toBe(0);
    const newer = release(7);
    expect(await start(newer)).toBe('applied');
    expect(await functionsNumber()).toBe(newer.functions.number);
    const before = await versions();
    expect(await start(current)).toBe('newer');
    expect(await start(release(6))).toBe('newer');
    expect(await versions()).toEqual(before);
    expect(await start(newer)).toBe('same');
  });

  test('that are changed while they are worked on are applied at each start', async () => {
    expect(await start(release(0, { again: "select '1'" }))).toBe('applied');
    expect(await start(release(0, { again: "select '2'" }))).toBe('applied');
    expect(await database.query('SELECT again() AS n')).toEqual([{ n: '2' }]);
  });

  test('that a release no longer has stay for the one before it', async () => {
    await start(release(1, { leaving: "select '1'" }));
    await start(release(2));
    expect(await database.query('SELECT leaving() AS n')).toEqual([{ n: '1' }]);
  });

  test('are those of the newest, however many releases start at once', async () => {
    const releases = [0, 3, 1, 2, 3, 1].map((age) => release(age));
    const outcomes = await Promise.all(releases.map(start));
    expect(outcomes.filter((_, index) => index === 1 || index === 4).sort()).toEqual(['applied', 'same']);
    expect(await functionsNumber()).toBe(current.functions.number + 3);
  });

  test('may call what comes after them', async () => {
    await start(release(1, { a_first: 'select z_last()', z_last: "select '5'" }));
    expect(await database.query('SELECT a_first() AS n')).toEqual([{ n: '5' }]);
  });

  test('are all or none: one that is refused is named, and leaves nothing of the others', async () => {
    const before = await versions();
    await expect(start(release(1, { zz_broken: 'select 1 $$; nonsense; $$' }))).rejects.toThrow(
      /^function zz_broken: syntax error at or near "nonsense"/,
    );
    expect(await versions()).toEqual(before);
    expect(await start(current)).toBe('same');
  });
});

describe('an index of a table that is in use', () => {
  const name = '9000_settings_age';
  const sql = '-- Why.\ncreate index concurrently settings_age on settings (updated_at);\n';
  const schema = () => ({
    ...current,
    migrations: [...current.migrations, { name, sql, checksum: 'x' }],
  });
  const found = () =>
    database.query(
      `SELECT indisvalid AS "isValid", (SELECT count(*)::int FROM schema_migrations WHERE name = $1) AS applied
       FROM pg_index WHERE indexrelid = to_regclass('settings_age')`,
      [name],
    );

  test('is built while others write, once by instances that start together', async () => {
    const writer = connectDatabase({ connectionString: database.url });
    try {
      const starting: Promise<unknown>[] = [];
      await writer.transaction(async (tx) => {
        await tx.query(`INSERT INTO settings (key, value) VALUES ('busy', '1')`);
        starting.push(start(schema()), start(schema()));
        await expect.poll(found, { timeout: 20_000 }).toEqual([{ isValid: false, applied: 0 }]);
        await writer.query(`INSERT INTO settings (key, value) VALUES ('beside it', '1')`);
      });
      await Promise.all(starting);
    } finally {
      await writer.close();
    }
    expect(await found()).toEqual([{ isValid: true, applied: 1 }]);
  });

  test('is built again when a start died half way', async () => {
    await database.query('CREATE INDEX settings_age ON settings (created_at)');
    await start(schema());
    const [built] = await database.query<{ text: string }>(
      `SELECT pg_get_indexdef('settings_age'::regclass) AS text`,
    );
    expect(built?.text).toContain('(updated_at)');
    expect(await found()).toEqual([{ isValid: true, applied: 1 }]);
  });
});

describe('a shop', () => {
  const env = () => ({ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '1' });

  test.each([
    ['functions', () => start(release(1))],
    [
      'tables',
      () => database.query(`INSERT INTO schema_migrations (name, checksum) VALUES ('9999_later', 'x')`),
    ],
  ])(
    'of an older release serves on the %s of a newer one, and says so in one line',
    {
      timeout: 180_000,
    },
    async (_what, newer) => {
      await newer();
      const before = await versions();
      const shop = await startTestShop({ databaseUrl: database.url, env: { DEMO: '0' } });
      try {
        const told = shop.logs().match(/A newer release runs on this database.*/g);
        expect(told).toHaveLength(1);
        expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
        expect(await versions()).toEqual(before);
      } finally {
        await shop.close();
      }
    },
  );

  test('refuses a database whose migration was edited after it had been applied, and changes nothing', async () => {
    await openDatabaseAsShopKind(database, dataDir, true);
    await database.query(`UPDATE schema_migrations SET checksum = 'other' WHERE name LIKE '0002%'`);
    await database.query(`DELETE FROM schema_migrations WHERE name LIKE '0009%'`);
    const before = await readChangeableDatabaseState(database);
    const words =
      'The migration 0002_search was changed after it had been applied to this database. Put the file back as it was, and make the change in a new migration.';
    const refused = await runShopProgram('main', [], env());
    expect([refused.code, refused.stderr]).toEqual([1, `The shop could not start: ${words}\n`]);
    expect((await runShopProgram('ops', ['product', 'list'], env())).stderr).toContain(words);
    expect(await readChangeableDatabaseState(database)).toEqual(before);
  });

  test.each([
    [
      '0001_platform',
      "checksum text NOT NULL DEFAULT 'x'",
      ['0002_accounts', '0003_catalogue', '0089_slug_length'],
    ],
    ['0001_accounts', 'created_at timestamptz', ['0002_catalogue', '0003_cart_payment']],
    ['0001_base', "checksum text NOT NULL DEFAULT 'x'", ['0002_accounts', '0035_no_redis_alarm']],
  ])(
    'refuses a database of an unpublished version that began with %s, and leaves it as it is',
    async (first, column, others) => {
      await database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      await database.query(
        `CREATE TABLE schema_migrations (name text PRIMARY KEY, ${column});
       CREATE TABLE settings (key text PRIMARY KEY, value jsonb NOT NULL);
       INSERT INTO settings VALUES ('shop_kind', '"sandbox"')`,
      );
      await database.query('INSERT INTO schema_migrations (name) SELECT unnest($1::text[])', [
        [first, ...others],
      ]);
      const everything = () =>
        database.query(
          `SELECT (SELECT jsonb_agg(m ORDER BY name) FROM schema_migrations m) AS migrations,
           (SELECT jsonb_agg(s) FROM settings s) AS settings,
           (SELECT array_agg(relname ORDER BY relname) FROM pg_class
            WHERE relnamespace = 'public'::regnamespace) AS relations`,
        );
      const before = await everything();
      const words =
        'This database was made by a version from before the first release, and this release cannot take it over. Nothing in it was changed.';
      const refused = await runShopProgram('main', [], env());
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(words)]);
      expect((await runShopProgram('ops', ['product', 'list'], env())).stderr).toContain(words);
      expect(await everything()).toEqual(before);
    },
  );
});
