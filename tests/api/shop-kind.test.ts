import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/db/open-database.ts';
import { WrongDatabase } from '../../server/db/shop-kind.ts';
import { findFreePort } from '../support/free-port.ts';
import { runProgram } from '../support/run-program.ts';
import { startShop } from '../support/shop.ts';
import { createShopDatabase, type ShopDatabase } from '../support/shop-database.ts';

const LIVE = {
  SANDBOX: '0',
  FLW_SECRET_KEY: 'FLWSECK-0123456789-X',
  FLW_SECRET_HASH: 'a-long-webhook-hash',
  // Nobody answers there, and nobody is asked.
  FLW_BASE_URL: 'https://127.0.0.1:1',
};
const IS_LIVE = "This database is a live shop's";
const IS_SANDBOX = "This database is a sandbox's";

let dataDir: string;
const databases: ShopDatabase[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-kind-'));
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A database with the tables of this release, on which no shop was ever started. */
async function unmarked(): Promise<ShopDatabase> {
  const database = await createShopDatabase();
  databases.push(database);
  return database;
}

async function open(database: ShopDatabase, isOn: boolean): Promise<void> {
  const config = { databaseUrl: database.url, dataDir, sandbox: { isOn, speed: 1 } };
  const opened = await openDatabase(config, () => undefined);
  await opened.close();
}
const openSandbox = (database: ShopDatabase) => open(database, true);
const openLive = (database: ShopDatabase) => open(database, false);

/** Everything a process of the wrong kind could have changed. */
async function everything(database: ShopDatabase): Promise<unknown> {
  const [counts] = await database.query(
    `SELECT (SELECT jsonb_agg(s ORDER BY key) FROM settings s) AS settings,
       (SELECT jsonb_agg(name ORDER BY name) FROM schema_migrations) AS migrations,
       (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM products) AS products,
       (SELECT count(*) FROM ledger_tx) AS postings, (SELECT count(*) FROM audit_log) AS audit,
       (SELECT count(*) FROM job_runs) AS jobs`,
  );
  return counts;
}

describe('a database', () => {
  test('is of the kind that was started on it first, and the other kind never opens it', async () => {
    const live = await unmarked();
    await openLive(live);
    await openLive(live);
    await expect(openSandbox(live)).rejects.toThrow(IS_LIVE);
    const sandbox = await unmarked();
    await openSandbox(sandbox);
    await openSandbox(sandbox);
    await expect(openLive(sandbox)).rejects.toThrow(IS_SANDBOX);
  });

  test('that is still empty is given to one kind only, however many start at once', async () => {
    const database = await unmarked();
    await database.query('DROP SCHEMA public CASCADE');
    await database.query('CREATE SCHEMA public');
    const kinds = [true, false, true, false, true, false];
    const started = await Promise.allSettled(kinds.map((isSandbox) => open(database, isSandbox)));
    const won = kinds.filter((_, index) => started[index]?.status === 'fulfilled');
    expect(won).toHaveLength(3);
    expect(new Set(won).size).toBe(1);
    const refused = started.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const reason of refused) expect(reason).toBeInstanceOf(WrongDatabase);
    const [row] = await database.query<{ value: string }>(
      `SELECT value FROM settings WHERE key = 'shop_kind'`,
    );
    expect(row?.value).toBe(won[0] ? 'sandbox' : 'live');
  });

  test('of the other kind is refused before a migration', async () => {
    const database = await unmarked();
    await openLive(database);
    await database.query(`DELETE FROM schema_migrations WHERE name LIKE '0033%'`);
    const before = await everything(database);
    await expect(openSandbox(database)).rejects.toThrow(IS_LIVE);
    expect(await everything(database)).toEqual(before);
  });

  test('from before the mark is a sandbox when its clock was moved', async () => {
    const database = await unmarked();
    await database.query("INSERT INTO settings (key, value) VALUES ('clock_offset', '0')");
    await expect(openLive(database)).rejects.toThrow(IS_SANDBOX);
    await openSandbox(database);
    await expect(openLive(database)).rejects.toThrow(IS_SANDBOX);
  });
});

describe('on the database of a live shop', () => {
  let live: ShopDatabase;
  let before: unknown;
  beforeAll(async () => {
    live = await unmarked();
    await openLive(live);
    before = await everything(live);
  });

  test.each([
    [['clock', 'advance', '48h']],
    [['demo', 'seed']],
    [['wallet', 'goodwill', '--email', 'a@b.example', '--amount', '900000', '--reason', 'x']],
    [['claims', 'computed']],
  ])('the command %j of a sandbox is refused and changes nothing', async (words) => {
    const refused = await runProgram('ops', [...words, '--json'], {
      DATABASE_URL: live.url,
      DATA_DIR: dataDir,
    });
    expect(refused.code).toBe(1);
    const answer = JSON.parse(refused.stdout) as { ok: boolean; message: string };
    expect([answer.ok, answer.message]).toEqual([false, expect.stringContaining(IS_LIVE)]);
    expect(await everything(live)).toEqual(before);
  });

  test('a sandbox does not start, and changes nothing', async () => {
    const port = String(await findFreePort());
    const env = { DATABASE_URL: live.url, DATA_DIR: dataDir, PORT: port };
    const refused = await runProgram('main', [], env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(IS_LIVE)]);
    expect(await everything(live)).toEqual(before);
  });
});

test('a shop that was tried in the sandbox does not go live', async () => {
  const database = await unmarked();
  const shop = await startShop({ databaseUrl: database.url });
  try {
    await shop.stop();
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: String(shop.port), ...LIVE };
    const refused = await runProgram('main', [], env);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      `The shop could not start: ${IS_SANDBOX}: its money is play money, so it never goes live. Give the live shop an empty database of its own, or set SANDBOX=1 to work on the sandbox.\n`,
    ]);
    const command = await runProgram('ops', ['product', 'list'], env);
    expect([command.code, command.stderr]).toEqual([1, expect.stringContaining(IS_SANDBOX)]);
    // From before there was a mark: the demonstration money tells.
    await database.query(`DELETE FROM settings WHERE key = 'shop_kind'`);
    expect((await runProgram('main', [], env)).stderr).toContain(IS_SANDBOX);
  } finally {
    await shop.close();
  }
});

test('DEMO=0 starts an empty sandbox, and its start names no demo shoppers', async () => {
  const database = await unmarked();
  const shop = await startShop({ databaseUrl: database.url, env: { DEMO: '0' } });
  try {
    await expect.poll(() => shop.logs()).toContain('Payment sandbox');
    expect(shop.logs()).not.toContain('demo.example');
    const [rows] = await database.query(
      `SELECT (SELECT count(*)::int FROM products) AS products, (SELECT count(*)::int FROM users) AS users,
         (SELECT count(*)::int FROM pickup_centres) AS centres, (SELECT count(*)::int FROM groups) AS groups`,
    );
    expect(rows).toEqual({ products: 0, users: 0, centres: 0, groups: 0 });
  } finally {
    await shop.close();
  }
});

describe('a command', () => {
  const place = (database: ShopDatabase): string =>
    `PostgreSQL at ${new URL(database.url).host}${new URL(database.url).pathname}`;

  test('says on the error output which shop it works on, without the password, and its answer stays pure', async () => {
    const database = await unmarked();
    await openSandbox(database);
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, BRAND_NAME: 'Oja' };
    const listed = await runProgram('ops', ['product', 'list', '--json'], env);
    expect(JSON.parse(listed.stdout)).toEqual({ ok: true, data: [] });
    expect([listed.code, listed.stderr]).toEqual([0, `Oja (sandbox): ${place(database)}\n`]);
  });

  test('is refused on a database where no shop was ever started, and leaves it so', async () => {
    const database = await unmarked();
    const before = await everything(database);
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    expect((await runProgram('ops', ['product', 'list'], env)).stderr).toBe(
      `Ajora (sandbox): ${place(database)}\nNo shop has been started on this database yet. Start the shop on it once (npm start), then run the command again.\n`,
    );
    expect(await everything(database)).toEqual(before);
  });

  test.each([
    ['an older', `DELETE FROM schema_migrations WHERE name LIKE '0033%'`],
    ['a newer', `INSERT INTO schema_migrations (name) VALUES ('9999_later')`],
  ])('leaves the database of a shop of %s release as it is', async (age, change) => {
    const database = await unmarked();
    await openSandbox(database);
    await database.query(change);
    const before = await everything(database);
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    const refused = await runProgram('ops', ['claims', 'computed'], env);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`The database is of ${age} release than this command.`),
    ]);
    expect(await everything(database)).toEqual(before);
  });

  test('reads the same settings file as the shop, and the environment wins', async () => {
    const database = await unmarked();
    const file = join(dataDir, 'shop.env');
    await writeFile(file, `DATABASE_URL="${database.url}"\nBRAND_NAME=Oja # the name\nDEMO=0\n`);
    const shop = await startShop({ env: { ENV_FILE: file, BRAND_NAME: 'Kasuwa' } });
    try {
      await expect.poll(() => shop.logs()).toContain(`Data: ${place(database)}`);
      expect(shop.logs()).toContain('Kasuwa is open at');
      expect(await shop.ops('product', 'list')).toEqual([]);
    } finally {
      await shop.close();
    }
    const env = { ENV_FILE: file, DATA_DIR: dataDir };
    expect((await runProgram('ops', ['product', 'list'], env)).stderr).toBe(
      `Oja (sandbox): ${place(database)}\n`,
    );
  });

  test('names a settings file that is not there', async () => {
    const refused = await runProgram('ops', ['product', 'list'], { ENV_FILE: '/never/shop.env' });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('The settings file /never/shop.env cannot be read: ENOENT'),
    ]);
  });
});

test('nothing is made on the disk for a command that finds no shop', async () => {
  const nowhere = join(dataDir, 'nowhere');
  const refused = await runProgram('ops', ['product', 'list'], { DATA_DIR: nowhere });
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: `Ajora (sandbox): ${nowhere} (embedded PostgreSQL)\nThere is no shop in ${nowhere}. Set DATABASE_URL or DATA_DIR to the shop's, or start the shop once (npm start).\n`,
  });
  expect(existsSync(nowhere)).toBe(false);
});
