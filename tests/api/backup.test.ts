import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BACKUP_DUMP_FILE,
  BACKUP_IMAGES_FOLDER,
  BACKUP_MANIFEST_FILE,
  getReleaseSchemaVersion,
  listBackupFiles,
} from '../../server/ops/backup/manifest.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { type ProgramRunResult, runShopProgram } from '../support/run-program.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { callShopApi, TestShopper } from '../support/shopper.ts';

/** A PostgreSQL server that the `pg_dump` of the PATH can read, with a role that may create databases. */
const SERVER = process.env.BACKUP_TEST_DATABASE_URL;
if (!SERVER)
  process.stdout.write(
    'Not run, BACKUP_TEST_DATABASE_URL is not set: a shop that is destroyed and comes back\n',
  );

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const ops = (words: string[], env: Record<string, string> = {}): Promise<ProgramRunResult> =>
  runShopProgram('ops', words, {
    DATABASE_URL: database.connectionString,
    DATA_DIR: join(folder, 'data'),
    ...env,
  });

/** Writes a folder that looks like a backup of this release. */
async function writeBackup(name: string): Promise<string> {
  const place = join(folder, name);
  await mkdir(join(place, BACKUP_IMAGES_FOLDER), { recursive: true });
  await writeFile(join(place, BACKUP_DUMP_FILE), 'a dump');
  await writeFile(join(place, BACKUP_IMAGES_FOLDER, 'a.avif'), 'a picture');
  const manifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    schema: await getReleaseSchemaVersion(),
    counts: {},
  };
  await writeFile(
    join(place, BACKUP_MANIFEST_FILE),
    JSON.stringify({ ...manifest, files: await listBackupFiles(place) }),
  );
  return place;
}

describe('a restore that must not be', () => {
  it('is refused where the database holds anything, and nothing is changed', async () => {
    const before = await database.db.query('SELECT name FROM schema_migrations');
    const run = await ops(['restore', '--from', await writeBackup('into-full')]);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('The database is not empty');
    expect(run.stderr).toContain('nothing was changed');
    expect(await database.db.query('SELECT name FROM schema_migrations')).toEqual(before);
  });

  it('is refused without a manifest: the backup was cut short', async () => {
    const place = await writeBackup('cut-short');
    await rm(join(place, BACKUP_MANIFEST_FILE));
    const run = await ops(['restore', '--from', place]);
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('holds no whole backup')]);
  });

  it.each([
    ['changed', (place: string) => writeFile(join(place, BACKUP_IMAGES_FOLDER, 'a.avif'), 'another')],
    ['missing', (place: string) => rm(join(place, BACKUP_IMAGES_FOLDER, 'a.avif'))],
  ])('is refused where a file is %s, and names it', async (what, spoil) => {
    const place = await writeBackup(what);
    await spoil(place);
    const run = await ops(['restore', '--from', place]);
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('pictures/a.avif')]);
  });

  it('is refused for another release', async () => {
    const place = await writeBackup('other-release');
    const manifest = JSON.parse(await readFile(join(place, BACKUP_MANIFEST_FILE), 'utf8'));
    manifest.schema.functions += 1;
    await writeFile(join(place, BACKUP_MANIFEST_FILE), JSON.stringify(manifest));
    const run = await ops(['restore', '--from', place]);
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('of another release')]);
  });
});

/** Writes a part of the dump and fails. */
const FAILING_PG_DUMP = `#!/bin/sh
for argument; do case "$argument" in --file=*) echo half > "\${argument#--file=}" ;; esac; done
echo 'the disk is full' >&2
exit 1
`;

it('without pg_dump, or when it fails, it says so in words and leaves nothing behind', async () => {
  const shop = await startTestShop({ databaseUrl: database.connectionString, env: { DEMO: '0' } });
  try {
    const to = join(folder, 'no-tool');
    const run = await ops(['backup', '--to', to], { PATH: '/nowhere', PORT: String(shop.port) });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('There is no pg_dump on the PATH');
    const tool = join(folder, 'failing');
    await mkdir(tool);
    await writeFile(join(tool, 'pg_dump'), FAILING_PG_DUMP, { mode: 0o700 });
    const failed = await ops(['backup', '--to', to], { PATH: tool, PORT: String(shop.port) });
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringContaining('pg_dump failed: the disk is full'),
    ]);
    expect(await readdir(to), 'the same folder may be tried again').toEqual([]);
  } finally {
    await shop.close();
  }
});

it.runIf(SERVER)(
  'a shop that is destroyed comes back whole: invariants, pages, pictures, sessions',
  async () => {
    const name = `backup_test_${randomBytes(6).toString('hex')}`;
    const url = new URL(SERVER as string);
    url.pathname = `/${name}`;
    const dataDir = join(folder, 'first');
    const kept = join(folder, 'kept');
    const admin = new pg.Client({ connectionString: SERVER });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    let shop: TestShop | undefined;
    let back: TestShop | undefined;
    try {
      shop = await startTestShop({ databaseUrl: url.href, dataDir });
      const picture = (await readdir('dist/pictures', { recursive: true })).find((file) =>
        file.endsWith('.avif'),
      );
      const shown = 'kept-picture.avif';
      await cp(join('dist/pictures', picture as string), join(dataDir, 'pictures', shown));
      const shopper = await TestShopper.signUp(shop.url);
      await adjustTestWallet(shop, shopper.id, 5_000_000);
      const cart = await shopper.add(await findProductId(shop, 'semovita-10kg'), 1);
      const paid = await shopper.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
      expect(paid.status).toBe(200);
      // The backup is made while the shop runs.
      const manifest = await shop.ops<{ counts: Record<string, number> }>('backup', '--to', kept);
      expect(manifest.counts.orders).toBeGreaterThan(0);
      await shop.stop();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await rm(dataDir, { recursive: true });
      await admin.query(`CREATE DATABASE ${name}`);
      const env = { DATABASE_URL: url.href, DATA_DIR: dataDir };
      const run = await ops(['restore', '--from', kept], env);
      expect(`${run.stdout}${run.stderr}`).toMatch(
        /is restored: \d+ orders, [\s\S]*All \d+ money checks passed\./,
      );
      expect(run.code).toBe(0);
      expect((await ops(['restore', '--from', kept], env)).stderr).toContain('The database is not empty');

      back = await startTestShop({ databaseUrl: url.href, dataDir, port: shop.port });
      expect(await findInvariantBreaches(back)).toEqual([]);
      const page = await callShopApi(back.url, 'GET', '/product/semovita-10kg');
      expect(page.status).toBe(200);
      expect(String(page.body)).toContain('/pictures/');
      const image = await fetch(`${back.url}/pictures/${shown}`);
      expect([image.status, (await image.arrayBuffer()).byteLength]).toEqual([
        200,
        (await readFile(join('dist/pictures', picture as string))).byteLength,
      ]);
      // The sessions are restored too, so a phone that was signed in still is.
      expect((await shopper.call('GET', '/api/notifications')).status).toBe(200);
    } finally {
      await shop?.close();
      await back?.close();
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    }
  },
);
