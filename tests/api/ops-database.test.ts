import { existsSync } from 'node:fs';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { runShopProgram } from '../support/run-program.ts';
import { startTestShop } from '../support/shop.ts';
import type { TestShopDatabase } from '../support/shop-database.ts';
import {
  openDatabaseAsShopKind,
  openUnmarkedShopForFile,
  readChangeableDatabaseState,
} from '../support/shop-kind.ts';

const ROOT = join(import.meta.dirname, '../..');

const places = openUnmarkedShopForFile();
const { unmarked } = places;

const place = (database: TestShopDatabase): string =>
  `PostgreSQL at ${new URL(database.url).host}${new URL(database.url).pathname}`;

test('a command says on the error output which shop it works on, without the password, and its answer stays pure', async () => {
  const database = await unmarked();
  await openDatabaseAsShopKind(database, places.dataDir, true);
  const env = { DATABASE_URL: database.url, DATA_DIR: places.dataDir, BRAND_NAME: 'Oja' };
  const listed = await runShopProgram('ops', ['product', 'list', '--json'], env);
  expect(JSON.parse(listed.stdout)).toEqual({ ok: true, data: [] });
  expect([listed.code, listed.stderr]).toEqual([0, `Oja (sandbox): ${place(database)}\n`]);
});

test('a command that fails answers a script in JSON too', async () => {
  const env = { DATABASE_URL: `postgres://shop@127.0.0.1:${await findFreePort()}/shop` };
  const failed = await runShopProgram('ops', ['product', 'list', '--json'], env);
  expect([failed.code, JSON.parse(failed.stdout)]).toEqual([
    1,
    {
      ok: false,
      message: expect.stringMatching(
        /^The command failed: The database of DATABASE_URL cannot be opened: connect ECONNREFUSED/,
      ),
    },
  ]);
});

test('a command is refused on a database where no shop was ever started, and leaves it so', async () => {
  const database = await unmarked();
  const before = await readChangeableDatabaseState(database);
  const env = { DATABASE_URL: database.url, DATA_DIR: places.dataDir };
  expect((await runShopProgram('ops', ['product', 'list'], env)).stderr).toBe(
    `Ajora (sandbox): ${place(database)}\nNo shop has been started on this database yet. Start the shop on it once (npm start), then run the command again.\n`,
  );
  expect(await readChangeableDatabaseState(database)).toEqual(before);
});

test.each([
  ['an older', `DELETE FROM schema_migrations WHERE name LIKE '0009%'`],
  ['an older', 'UPDATE schema_functions SET number = number - 1'],
  ['a newer', `INSERT INTO schema_migrations (name, checksum) VALUES ('9999_later', '1')`],
  ['a newer', 'UPDATE schema_functions SET number = number + 1'],
])('a command leaves the database of a shop of %s release as it is', async (age, change) => {
  const database = await unmarked();
  await openDatabaseAsShopKind(database, places.dataDir, true);
  await database.query(change);
  const before = await readChangeableDatabaseState(database);
  const env = { DATABASE_URL: database.url, DATA_DIR: places.dataDir };
  const refused = await runShopProgram('ops', ['claims', 'computed'], env);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`The database is of ${age} release than this command.`),
  ]);
  expect(await readChangeableDatabaseState(database)).toEqual(before);
});

test('a command reads the same settings file as the shop, and the environment wins', {
  timeout: 120_000,
}, async () => {
  const database = await unmarked();
  const file = join(places.dataDir, 'shop.env');
  await writeFile(file, `DATABASE_URL="${database.url}"\nBRAND_NAME=Oja # the name\nDEMO=0\n`);
  const shop = await startTestShop({ env: { ENV_FILE: file, BRAND_NAME: 'Kasuwa' } });
  try {
    await expect.poll(() => shop.logs()).toContain(`Data: ${place(database)}`);
    expect(shop.logs()).toContain('Kasuwa is open at');
    expect(await shop.ops('product', 'list')).toEqual([]);
  } finally {
    await shop.close();
  }
  const env = { ENV_FILE: file, DATA_DIR: places.dataDir };
  expect((await runShopProgram('ops', ['product', 'list'], env)).stderr).toBe(
    `Oja (sandbox): ${place(database)}\n`,
  );
});

test('a command names a settings file that is not there', async () => {
  const refused = await runShopProgram('ops', ['product', 'list'], { ENV_FILE: '/never/shop.env' });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('The settings file /never/shop.env cannot be read: ENOENT'),
  ]);
});

test('without another word a command reads the file .env of its project', async () => {
  const root = join(places.dataDir, 'project');
  await cp(join(ROOT, 'dist-server'), join(root, 'dist-server'), { recursive: true });
  for (const name of ['package.json', 'node_modules']) await symlink(join(ROOT, name), join(root, name));
  await writeFile(join(root, '.env'), `DATA_DIR=${places.dataDir}/of-the-file\n`);
  const run = (env: Record<string, string>) => runShopProgram('ops', ['product', 'list'], env, root);
  expect((await run({ ENV_FILE: '' })).stderr).toContain(
    `There is no shop in ${places.dataDir}/of-the-file.`,
  );
  const overruled = await run({ ENV_FILE: '', DATA_DIR: join(places.dataDir, 'elsewhere') });
  expect(overruled.stderr).toContain(`There is no shop in ${places.dataDir}/elsewhere.`);
});

test('nothing is made on the disk for a command that finds no shop', async () => {
  const nowhere = join(places.dataDir, 'nowhere');
  const refused = await runShopProgram('ops', ['product', 'list'], { DATA_DIR: nowhere });
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: `Ajora (sandbox): ${nowhere} (embedded PostgreSQL)\nThere is no shop in ${nowhere}. Set DATABASE_URL or DATA_DIR to the shop's, or start the shop once (npm start).\n`,
  });
  expect(existsSync(nowhere)).toBe(false);
});
