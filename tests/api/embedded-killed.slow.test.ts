import { beforeAll, expect, it } from 'vitest';
import { getEmbeddedDatabasePaths } from '../../server/db/embedded/cluster.ts';
import { readPostmasterFile } from '../../server/db/embedded/postmaster-file.ts';
import { type EmbeddedShopDatabase, openEmbeddedShopDatabase } from '../support/embedded-shop-database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { startTestShop } from '../support/shop.ts';
import { TestShopper } from '../support/shopper.ts';

const shop = openFixtureForFile(startTestShop);
let database: EmbeddedShopDatabase;
let shopper: TestShopper;

beforeAll(async () => {
  database = openEmbeddedShopDatabase(shop.dataDir);
  shopper = await TestShopper.signUp(shop.url);
});

const readPid = () => readPostmasterFile(getEmbeddedDatabasePaths(shop.dataDir).cluster)?.pid;
const isReady = () => fetch(`${shop.url}/readyz`).then((answer) => answer.status);

it('a database of its own that was killed is started again by the shop', async () => {
  for (let round = 1; round <= 2; round += 1) {
    const killed = readPid();
    database.kill9();
    await expect.poll(readPid, { timeout: 60_000 }).not.toBe(killed);
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
    expect((await shopper.call('GET', '/api/wallet')).status).toBe(200);
    expect((await fetch(`${shop.url}/`)).status).toBe(200);
  }
});

it('a shop that was started again ends the database it started when it stops', async () => {
  expect(await shop.stop()).toBe(0);
  expect(readPid()).toBeUndefined();
  await shop.start();
});

it('a start waits for a database that is still recovering from a crash', async () => {
  // The server recovers when a backend is killed, and the recovery takes longer the more data is new.
  await database.query(
    'CREATE TABLE filler AS SELECT n, repeat(md5(n::text), 8) AS words FROM generate_series(1, 300000) n',
  );
  for (let round = 1; round <= 2; round += 1) {
    await database.query('UPDATE filler SET n = n + 1 WHERE n % 2 = 0');
    const [backend] = await database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'ajora' AND pid <> pg_backend_pid() LIMIT 1`,
    );
    if (!backend) throw new Error('the shop has no connection');
    process.kill(backend.pid, 'SIGKILL');
    await shop.kill9();
    await shop.start();
    expect(await isReady()).toBe(200);
  }
});
