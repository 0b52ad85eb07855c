import { beforeAll, describe, expect, it, vi } from 'vitest';
import { advanceShopClock } from '../../server/db/clock-offset.ts';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import type { Database, Queryable } from '../../server/db/database.ts';
import { openDatabaseListener } from '../../server/db/listener.ts';
import { migrate } from '../../server/db/schema/migrate.ts';
import { hasSchemaOfRelease } from '../../server/db/schema/require-schema.ts';
import { readExpectedDatabaseSchema } from '../../server/db/schema/schema.ts';
import { readOrCreateServerSecrets } from '../../server/db/server-secrets.ts';
import { openShopClock } from '../../server/lib/clock.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { waitForNotifyListeners } from '../support/listening.ts';

const test = openFixtureForFile(createTestDatabase);
let db: Database;
beforeAll(async () => {
  db = test.db;
  await db.query('CREATE TABLE boxes (id int PRIMARY KEY, n int NOT NULL)');
  await db.query('INSERT INTO boxes VALUES (1, 0), (2, 0)');
});

describe('numbers from the database', () => {
  it('are exact, sums and arrays too', async () => {
    const rows = await db.query(
      `SELECT 9007199254740991::bigint AS big, sum(x) AS total, ARRAY[1::bigint, NULL] AS list, 1.5::numeric AS part
         FROM (VALUES (2::bigint), (3::bigint)) AS v(x)`,
    );
    expect(rows).toEqual([{ big: 9_007_199_254_740_991, total: 5, list: [1, null], part: 1.5 }]);
  });

  it('beyond 2^53 are refused, not rounded', async () => {
    await expect(db.query('SELECT 9007199254740993::bigint')).rejects.toThrow(RangeError);
    await expect(db.query('SELECT 9007199254740993::numeric')).rejects.toThrow(RangeError);
  });
});

describe('a transaction', () => {
  it('leaves nothing behind when it fails', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.query('UPDATE boxes SET n = 99 WHERE id = 1');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.query('SELECT n FROM boxes WHERE id = 1')).toEqual([{ n: 0 }]);
  });

  it('survives a deadlock: both sides end, each applied once', async () => {
    const attempts = { up: 0, down: 0 };
    let letCross = (): void => undefined;
    const bothHold = new Promise<void>((resolve) => {
      letCross = resolve;
    });
    let holding = 0;
    const cross = (name: 'up' | 'down', first: number, second: number) =>
      db.transaction(async (tx) => {
        attempts[name] += 1;
        await tx.query('UPDATE boxes SET n = n + 1 WHERE id = $1', [first]);
        holding += 1;
        if (holding === 2) letCross();
        await bothHold;
        await tx.query('UPDATE boxes SET n = n + 1 WHERE id = $1', [second]);
      });
    await Promise.all([cross('up', 1, 2), cross('down', 2, 1)]);
    expect(attempts.up + attempts.down).toBeGreaterThan(2);
    expect(await db.query('SELECT n FROM boxes ORDER BY id')).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('gives up after five repetitions', async () => {
    let attempts = 0;
    const hopeless = db.transaction(async () => {
      attempts += 1;
      throw Object.assign(new Error('could not serialize access'), { code: '40001' });
    });
    await expect(hopeless).rejects.toThrow('could not serialize');
    expect(attempts).toBe(6);
  });

  it('outlives the loss of its connection: an error, then the pool works on', async () => {
    const cut = db.transaction(async (tx) => {
      const rows = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await db.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await tx.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow();
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

it('the pool closes although somebody never gave a connection back', async () => {
  const pool = connectDatabase({ connectionString: test.connectionString, applicationName: 'leaky' });
  await pool.pool.connect();
  await pool.close();
  const left = () => db.query(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'leaky'`);
  await expect.poll(left).toEqual([]);
});

describe('a statement with values', () => {
  const prepared = (client: Queryable) =>
    client.query<{ statement: string }>(
      `SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%FROM boxes%'`,
    );

  it('is prepared once in a connection and then only run', async () => {
    await db.transaction(async (tx) => {
      for (const id of [1, 2, 1]) await tx.query('SELECT n FROM boxes WHERE id = $1 -- often', [id]);
      const texts = (await prepared(tx)).map((row) => row.statement);
      expect(texts.filter((text) => text.endsWith('often'))).toHaveLength(1);
    });
  });

  it('goes on beside a migration that changes its columns, alone and in a transaction', async () => {
    const one = connectDatabase({ connectionString: test.connectionString, maxConnections: 1 });
    const read = (on: Queryable) => on.query('SELECT * FROM boxes WHERE id = $1', [1]);
    const readInTransaction = () =>
      one.transaction(async (tx) => {
        await tx.query('UPDATE boxes SET n = n + 1 WHERE id = $1', [2]);
        return read(tx);
      });
    const [before] = await db.query<{ n: number }>('SELECT n FROM boxes WHERE id = 2');
    expect(Object.keys((await read(one))[0] as object)).not.toContain('label');
    await db.query('ALTER TABLE boxes ADD COLUMN label text');
    expect((await read(one))[0]).toHaveProperty('label', null);
    await db.query('ALTER TABLE boxes ADD COLUMN mark text');
    expect((await readInTransaction())[0]).toHaveProperty('mark', null);
    expect(await db.query('SELECT n FROM boxes WHERE id = 2')).toEqual([{ n: (before?.n ?? 0) + 1 }]);
    await one.close();
  });

  it('that is refused is refused again, and works with other values', async () => {
    const insert = (id: unknown) => db.query('INSERT INTO boxes (id, n) VALUES ($1, 0)', [id]);
    await expect(insert('many')).rejects.toThrow('invalid input syntax');
    await expect(insert(1)).rejects.toThrow('duplicate key');
    await insert(3);
    await db.query('DELETE FROM boxes WHERE id = $1', [3]);
    await expect(db.query('SELECT nonsense FROM boxes WHERE id = $1', [1])).rejects.toThrow('nonsense');
    await expect(db.query('SELECT nonsense FROM boxes WHERE id = $1', [1])).rejects.toThrow('nonsense');
  });
});

describe('migrations', () => {
  it('are applied once by several instances that start together, each in a schema of its own if so asked', async () => {
    await db.query('CREATE SCHEMA second');
    const schema = await readExpectedDatabaseSchema();
    const instances = Array.from({ length: 3 }, () =>
      connectDatabase({ connectionString: test.connectionString, searchPath: 'second, public' }),
    );
    const applied = await Promise.all(instances.map((instance) => migrate(instance, schema)));
    expect(applied.map(({ migrations }) => migrations.length).sort()).toEqual([
      0,
      0,
      schema.migrations.length,
    ]);
    expect(applied.map(({ functions }) => functions).sort()).toEqual(['applied', 'same', 'same']);
    expect(await hasSchemaOfRelease(instances[0] as Database, schema)).toBe(true);
    const next = { name: '9999_next', sql: '', checksum: '' };
    expect(await hasSchemaOfRelease(db, { ...schema, migrations: [...schema.migrations, next] })).toBe(false);
    await Promise.all(instances.map((instance) => instance.close()));
  });

  it('wait for a table in turns, so that shoppers read it meanwhile, and get in at last', async () => {
    const reader = await db.pool.connect();
    await reader.query('BEGIN; SELECT 1 FROM boxes LIMIT 1');
    let isDone = false;
    const migration = { name: '9001_wider', sql: 'ALTER TABLE boxes ADD COLUMN colour text', checksum: '1' };
    const schema = await readExpectedDatabaseSchema();
    const next = { ...schema, migrations: [...schema.migrations, migration] };
    const migrating = migrate(db, next).finally(() => {
      isDone = true;
    });
    const waiting = () =>
      db.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
      AND datname = current_database() AND query LIKE 'ALTER TABLE boxes%'`);
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1);
    expect(await db.query('SELECT id FROM boxes ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }]);
    expect(isDone).toBe(false);
    await reader.query('COMMIT');
    reader.release();
    expect((await migrating).migrations).toEqual(['9001_wider']);
  });

  it('that fail leave nothing of themselves, and say which one it was', async () => {
    const broken = {
      name: '9000_broken',
      sql: 'CREATE TABLE half (id int); SELECT nonsense',
      checksum: '1',
    };
    const schema = await readExpectedDatabaseSchema();
    const next = { ...schema, migrations: [...schema.migrations, broken] };
    await expect(migrate(db, next)).rejects.toThrow(
      'migration 9000_broken: column "nonsense" does not exist (at character 36)',
    );
    expect(await db.query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
  });
});

it('the secrets are made once, also by several instances at once, and stay', async () => {
  const made = await Promise.all([
    readOrCreateServerSecrets(db),
    readOrCreateServerSecrets(db),
    readOrCreateServerSecrets(db),
  ]);
  const again = await readOrCreateServerSecrets(db);
  for (const secrets of made) expect(secrets).toEqual(again);
  expect(again.hmacKey).toHaveLength(32);
  expect(Buffer.from(again.vapid.publicKey, 'base64url')).toHaveLength(65);
  expect(Buffer.from(again.vapid.privateKey, 'base64url')).toHaveLength(32);
});

it("a running process follows another one's clock advance at once, code and SQL alike", async () => {
  const listener = openDatabaseListener({ connectionString: test.connectionString });
  // Without its timer the process does not ask every second and learns of the change only by notification.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const clock = await openShopClock(db, listener);
  vi.useRealTimers();
  let moves = 0;
  clock.onMoved(() => {
    moves += 1;
  });
  const HOURS_48_MS = 48 * 3_600_000;
  await waitForNotifyListeners(db);
  await advanceShopClock(db, HOURS_48_MS);
  await advanceShopClock(db, 1_000);
  const aheadMs = () => clock.now().getTime() - Date.now();
  await expect.poll(aheadMs).toBeGreaterThan(HOURS_48_MS + 500);
  const before = clock.now();
  const rows = await db.query<{ now: Date }>('SELECT app_now() AS now');
  expect(rows[0]?.now.getTime()).toBeGreaterThanOrEqual(before.getTime());
  expect(rows[0]?.now.getTime()).toBeLessThanOrEqual(clock.now().getTime());
  expect(moves).toBeGreaterThan(0);
  clock.close();
  await listener.close();
});
