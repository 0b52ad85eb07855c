import { beforeAll, describe, expect, test } from 'vitest';
import { UnsuitableDatabaseError } from '../../server/db/shop-kind.ts';
import { findFreePort } from '../support/free-port.ts';
import { runShopProgram } from '../support/run-program.ts';
import { startTestShop } from '../support/shop.ts';
import type { TestShopDatabase } from '../support/shop-database.ts';
import {
  openDatabaseAsShopKind,
  openUnmarkedShopForFile,
  readChangeableDatabaseState,
} from '../support/shop-kind.ts';

const LIVE = {
  SANDBOX: '0',
  FLW_SECRET_KEY: 'FLWSECK-0123456789-X',
  FLW_SECRET_HASH: 'a-long-webhook-hash',
  // Nothing listens at this address, and the shop must not call it.
  FLW_BASE_URL: 'https://127.0.0.1:1',
};
const IS_LIVE = "This database is a live shop's";
const IS_SANDBOX = "This database is a sandbox's";

const places = openUnmarkedShopForFile();
const { unmarked } = places;

const open = (database: TestShopDatabase, isSandbox: boolean) =>
  openDatabaseAsShopKind(database, places.dataDir, isSandbox);
const openSandbox = (database: TestShopDatabase) => open(database, true);
const openLive = (database: TestShopDatabase) => open(database, false);

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
    for (const reason of refused) expect(reason).toBeInstanceOf(UnsuitableDatabaseError);
    const [row] = await database.query<{ value: string }>(
      `SELECT value FROM settings WHERE key = 'shop_kind'`,
    );
    expect(row?.value).toBe(won[0] ? 'sandbox' : 'live');
  });

  test('of the other kind is refused before a migration', async () => {
    const database = await unmarked();
    await openLive(database);
    await database.query(`DELETE FROM schema_migrations WHERE name LIKE '0009%'`);
    const before = await readChangeableDatabaseState(database);
    await expect(openSandbox(database)).rejects.toThrow(IS_LIVE);
    expect(await readChangeableDatabaseState(database)).toEqual(before);
  });
});

describe('on the database of a live shop', () => {
  let live: TestShopDatabase;
  let before: unknown;
  beforeAll(async () => {
    live = await unmarked();
    await openLive(live);
    before = await readChangeableDatabaseState(live);
  });

  test.each([
    [['clock', 'advance', '48h']],
    [['demo', 'seed']],
    [['wallet', 'goodwill', '--email', 'a@b.example', '--amount', '900000', '--reason', 'x']],
    [['claims', 'computed']],
  ])('the command %j of a sandbox is refused and changes nothing', async (words) => {
    const refused = await runShopProgram('ops', [...words, '--json'], {
      DATABASE_URL: live.url,
      DATA_DIR: places.dataDir,
    });
    expect(refused.code).toBe(1);
    const answer = JSON.parse(refused.stdout) as { ok: boolean; message: string };
    expect([answer.ok, answer.message]).toEqual([false, expect.stringContaining(IS_LIVE)]);
    expect(await readChangeableDatabaseState(live)).toEqual(before);
  });

  test('a sandbox does not start, and changes nothing', async () => {
    const port = String(await findFreePort());
    const env = { DATABASE_URL: live.url, DATA_DIR: places.dataDir, PORT: port };
    const refused = await runShopProgram('main', [], env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(IS_LIVE)]);
    expect(await readChangeableDatabaseState(live)).toEqual(before);
  });
});

test('a live shop starts, takes the commands of its own settings, and starts again', {
  timeout: 180_000,
}, async () => {
  const database = await unmarked();
  const shop = await startTestShop({ databaseUrl: database.url, env: LIVE });
  try {
    await expect(shop.ops('clock', 'advance', '1h')).rejects.toThrow('The clock moves only in the sandbox.');
    expect(await shop.ops('product', 'list')).toEqual([]);
    await shop.stop();
    await shop.start();
    expect(shop.logs()).not.toContain('Payment sandbox');
  } finally {
    await shop.close();
  }
});

// The test starts four programs one after another, which takes long.
test('a shop that was tried in the sandbox does not go live', { timeout: 180_000 }, async () => {
  const database = await unmarked();
  const shop = await startTestShop({ databaseUrl: database.url });
  try {
    await shop.stop();
    const env = { DATABASE_URL: database.url, DATA_DIR: places.dataDir, PORT: String(shop.port), ...LIVE };
    const refused = await runShopProgram('main', [], env);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      `The shop could not start: ${IS_SANDBOX}: its money is play money, so it never goes live. Give the live shop an empty database of its own, or set SANDBOX=1 to work on the sandbox.\n`,
    ]);
    const command = await runShopProgram('ops', ['product', 'list'], env);
    expect([command.code, command.stderr]).toEqual([1, expect.stringContaining(IS_SANDBOX)]);
  } finally {
    await shop.close();
  }
});

test('DEMO=0 starts an empty sandbox, and its start names no demo shoppers', async () => {
  const database = await unmarked();
  const shop = await startTestShop({ databaseUrl: database.url, env: { DEMO: '0' } });
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
