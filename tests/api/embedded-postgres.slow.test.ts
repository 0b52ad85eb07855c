import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { createAndCheckDataFolder } from '../../server/db/embedded/data-folder.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts';
import { openDatabase } from '../../server/db/open-database.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
const opened: EmbeddedPostgres[] = [];

async function open(dataFolder: string): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({ dataFolder });
  opened.push(postgres);
  return postgres;
}

async function ask<Row>(postgres: EmbeddedPostgres, text: string): Promise<Row[]> {
  const db = connectDatabase({ connectionString: postgres.connectionString });
  try {
    return await db.query<Row>(text);
  } finally {
    await db.close();
  }
}

afterEach(async () => {
  for (const postgres of opened.splice(0)) await postgres.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the embedded database', () => {
  const dataFolder = createAndCheckDataFolder(join(folder, 'one'));

  it('is a real PostgreSQL behind a password that only its owner can read', async () => {
    const postgres = await open(dataFolder);
    expect(postgres.wasStarted).toBe(true);
    const rows = await ask<{ version: string; is_super: boolean }>(
      postgres,
      `SELECT current_setting('server_version') AS version, rolsuper AS is_super FROM pg_roles
        WHERE rolname = current_user`,
    );
    expect(rows[0]?.version).toMatch(/^18\./);
    expect(rows[0]?.is_super).toBe(false);
    expect(statSync(join(dataFolder, 'postgres-password')).mode & 0o777).toBe(0o600);
    const wrong = postgres.connectionString.replace(/:[^:@]+@/, ':guessed@');
    const intruder = connectDatabase({ connectionString: wrong });
    await expect(intruder.query('SELECT 1')).rejects.toThrow('password authentication failed');
    await intruder.close();
  });

  it('is shared by a second start, and stopped by the last one out', async () => {
    const first = await open(dataFolder);
    const second = await open(dataFolder);
    expect(second).toMatchObject({ wasStarted: false, pid: first.pid, port: first.port });
    const shop = connectDatabase({ connectionString: second.connectionString });
    await shop.query('SELECT 1');
    expect(await first.stopIfUnused()).toBe(false);
    expect(await shop.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await shop.close();
    expect(await second.stopIfUnused()).toBe(true);
    expect(existsSync(join(dataFolder, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('is opened with every migration, and says where its data lie', async () => {
    const config = {
      databaseUrl: undefined,
      databasePool: 4,
      dataDir: dataFolder,
      sandbox: { isOn: true, isLocal: true, speed: 1 },
      providerVariables: [],
    };
    const database = await openDatabase(config, () => undefined);
    expect(database.place).toMatch(/\/one \(embedded PostgreSQL on port \d+\)$/);
    expect(await database.db.query('SELECT count(*)::int AS products FROM products')).toEqual([
      { products: 0 },
    ]);
    await database.close();
    expect(existsSync(join(dataFolder, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('is stopped by the last one out, though its connection is seen for a moment longer', async () => {
    const postgres = await open(dataFolder);
    const closing = connectDatabase({ connectionString: postgres.connectionString });
    await closing.query('SELECT 1');
    const stopped = postgres.stopIfUnused();
    setTimeout(() => void closing.close(), 150);
    expect(await stopped).toBe(true);
    expect(existsSync(join(dataFolder, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('starts once when several processes start at the same time', async () => {
    const all = await Promise.all([open(dataFolder), open(dataFolder), open(dataFolder)]);
    expect(new Set(all.map((postgres) => postgres.pid)).size).toBe(1);
    expect(all.filter((postgres) => postgres.wasStarted)).toHaveLength(1);
  });

  it('comes back with every acknowledged commit after its own kill -9, also at once', async () => {
    let postgres = await open(dataFolder);
    await ask(postgres, 'CREATE TABLE IF NOT EXISTS acked (n int)');
    for (let n = 1; n <= 3; n += 1) {
      await ask(postgres, `INSERT INTO acked VALUES (${n})`);
      process.kill(postgres.pid, 'SIGKILL');
      postgres = await open(dataFolder);
      expect(postgres.wasStarted).toBe(true);
      expect(await ask(postgres, 'SELECT count(*) AS n FROM acked')).toEqual([{ n }]);
    }
  });

  it('starts beside a postmaster.pid whose number now belongs to another program', async () => {
    const stranger = spawn('sleep', ['30']);
    await open(dataFolder).then((postgres) => postgres.stop());
    const lines = [stranger.pid, join(dataFolder, 'postgres'), 0, 5432, '', '127.0.0.1', '1 1', 'ready'];
    writeFileSync(join(dataFolder, 'postgres/postmaster.pid'), `${lines.join('\n')}\n`);
    const postgres = await open(dataFolder);
    expect(postgres.pid).not.toBe(stranger.pid);
    stranger.kill();
  });

  it('does not open somebody else with a lost password, and says what is missing', async () => {
    const lost = createAndCheckDataFolder(join(folder, 'lost'));
    await open(lost).then((postgres) => postgres.stop());
    rmSync(join(lost, 'postgres-password'));
    const opening = () => openEmbeddedPostgres({ dataFolder: lost });
    await expect(opening()).rejects.toThrow('postgres-password is missing or empty');
    writeFileSync(join(lost, 'postgres-password'), '');
    await expect(opening()).rejects.toThrow('postgres-password is missing or empty');
  });

  it('begins anew after a first start that was killed half-way', async () => {
    const half = createAndCheckDataFolder(join(folder, 'half'));
    mkdirSync(join(half, 'postgres.4711/data/base'), { recursive: true });
    writeFileSync(join(half, 'postgres-password'), '');
    const postgres = await open(half);
    expect(await ask(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('lives under a folder that only its owner may enter', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    chmodSync(closed, 0o700);
    const postgres = await open(createAndCheckDataFolder(join(closed, 'data')));
    expect(await ask(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await open(join(closed, 'data'))).wasStarted).toBe(false);
  });
});

describe('a process killed with -9', () => {
  const dataFolder = createAndCheckDataFolder(join(folder, 'killed'));
  const script = join(ROOT, 'dist-server', `launcher-under-test-${process.pid}.mjs`);

  beforeAll(async () => {
    const { getServerBuildOptions } = await import(join(ROOT, 'scripts/build/bundle-server.mjs'));
    await build({
      ...getServerBuildOptions(ROOT),
      outdir: undefined,
      splitting: false,
      outExtension: undefined,
      entryPoints: undefined,
      outfile: script,
      stdin: {
        resolveDir: ROOT,
        contents: `
          import { connectDatabase } from './server/db/connection/connect.ts';
          import { openEmbeddedPostgres } from './server/db/embedded/embedded-postgres.ts';
          const postgres = await openEmbeddedPostgres({ dataFolder: process.argv[2] });
          const db = connectDatabase({ connectionString: postgres.connectionString });
          await db.query('CREATE TABLE IF NOT EXISTS acked_by_child (n int)');
          for (let n = 1; ; n += 1) {
            await db.query('INSERT INTO acked_by_child VALUES ($1)', [n]);
            process.stdout.write(n + '\\n');
          }`,
        loader: 'ts',
      },
    });
  });
  afterAll(() => rmSync(script, { force: true }));

  it('leaves its database running for the next start, with every acknowledged commit', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const child = spawn(process.execPath, [script, dataFolder], { stdio: ['ignore', 'pipe', 'inherit'] });
      const acked = readLines(child);
      while (acked().length < 20) await pause(20);
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
      const postgres = await open(dataFolder);
      expect(postgres.wasStarted).toBe(false);
      const rows = await ask<{ n: number }>(postgres, 'SELECT n FROM acked_by_child');
      const kept = new Set(rows.map((row) => row.n));
      expect(acked().every((n) => kept.has(n))).toBe(true);
      await ask(postgres, 'TRUNCATE acked_by_child');
    }
  });
});

function readLines(child: ChildProcess): () => number[] {
  let text = '';
  child.stdout?.on('data', (part) => {
    text += part;
  });
  // The last line may be cut in the middle of a number, so it is left out.
  return () => text.split('\n').slice(0, -1).map(Number);
}

describe('DATA_DIR', () => {
  it('is refused at the start when it cannot be used, with its path', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(() => createAndCheckDataFolder(join(file, 'below'))).toThrow(
      `DATA_DIR ${file}/below cannot be used`,
    );
  });
});
