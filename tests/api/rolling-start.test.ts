import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buySteadily, noExperience } from '../deploy/steady-shopper.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { giveMoney } from '../support/give-money.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { findProductId } from '../support/shop-facts.ts';
import { Shopper } from '../support/shopper.ts';

const ROOT = join(import.meta.dirname, '../..');
const SHOPPERS = 4;

let database: TestDatabase;
let nextRelease: string;
const shops: Shop[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  nextRelease = await mkdtemp(join(tmpdir(), 'next-release-'));
  await makeNextRelease();
});
afterAll(async () => {
  for (const shop of shops) await shop.close();
  await database.close();
  await rm(nextRelease, { recursive: true, force: true });
});

/** This build with another text in `place_order`, and the number after this one's. */
async function makeNextRelease(): Promise<void> {
  await cp(join(ROOT, 'dist-server'), join(nextRelease, 'dist-server'), { recursive: true });
  for (const name of ['package.json', 'node_modules', 'dist', 'sandbox']) {
    await symlink(join(ROOT, name), join(nextRelease, name));
  }
  await edit('functions', /'Order ' \|\|/, "'Purchase ' ||");
  await edit('', /(FUNCTION_SET\s*=\s*\{\s*number:\s*)\d+/, '$19999');
}

/** Changes the one file of this folder of the build that has such a text. */
async function edit(folder: string, what: RegExp, to: string): Promise<void> {
  const within = join(nextRelease, 'dist-server', folder);
  let edited = 0;
  for (const { name } of (await readdir(within, { withFileTypes: true })).filter((entry) => entry.isFile())) {
    const text = await readFile(join(within, name), 'utf8');
    if (!what.test(text)) continue;
    await writeFile(join(within, name), text.replace(what, to));
    edited += 1;
  }
  expect(edited).toBe(1);
}

async function start(root = ROOT): Promise<Shop> {
  const shop = await startShop({ databaseUrl: database.connectionString, root });
  shops.push(shop);
  return shop;
}

const countOrders = async (words: string): Promise<number> => {
  const [row] = await database.db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ledger_tx WHERE kind = 'order_payment' AND description LIKE $1 || ' GB-%'`,
    [words],
  );
  return row?.n ?? 0;
};

test('two releases sell side by side while instances are replaced, and the newer one’s functions stay', {
  timeout: 300_000,
}, async () => {
  const older = await start();
  const goods = [{ productId: await findProductId(older, 'semovita-10kg') }];
  const shoppers: Shopper[] = [];
  for (let count = 0; count < SHOPPERS; count += 1) {
    const shopper = await Shopper.signUp(older.url);
    await giveMoney(older, shopper.id, 50_000_000);
    shoppers.push(shopper);
  }
  const seen = noExperience();
  let isOver = false;
  const crowd = Promise.all(
    shoppers.map((shopper) => buySteadily(shopper, 'wallet', goods, seen, () => isOver)),
  );
  try {
    await expect.poll(() => countOrders('Order'), { timeout: 60_000 }).toBeGreaterThan(SHOPPERS);
    await start(nextRelease);
    // The older one sells on, by the newer one's function.
    await expect.poll(() => countOrders('Purchase'), { timeout: 60_000 }).toBeGreaterThan(SHOPPERS);
    const again = await start();
    expect(again.logs()).toContain('A newer release runs on this database');
    const sold = await countOrders('Purchase');
    await expect.poll(() => countOrders('Purchase'), { timeout: 60_000 }).toBeGreaterThan(sold + SHOPPERS);
    const [kept] = await database.db.query(
      `SELECT prosrc LIKE '%Purchase%' AS "isNewer" FROM pg_proc WHERE proname = 'place_order'`,
    );
    expect(kept).toEqual({ isNewer: true });
  } finally {
    isOver = true;
    await crowd;
  }
  expect(seen.surprises).toEqual([]);
  const references = seen.attempts.map(({ reference }) => reference);
  expect(
    await database.db.query(
      `SELECT count(*)::int AS orders FROM orders o JOIN payments p ON p.id = o.payment_id
       WHERE p.reference = ANY ($1)`,
      [references],
    ),
  ).toEqual([{ orders: references.length }]);
  await expectInvariants(database.db);
});
