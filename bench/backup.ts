import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { projectFolder } from '../server/lib/project-folder.ts';
import { type Shop, startShop } from '../tests/support/shop.ts';
import type { InvariantReport } from '../tests/support/shop-facts.ts';
import { callShop } from '../tests/support/shopper.ts';
import { startSystemPostgres } from './backup/system-postgres.ts';
import { makeShop } from './scale/make-shop.ts';

const USAGE = `Keeps a shop of many orders, destroys it, brings it back and judges it: seconds and bytes of each step.
Needs Debian's package postgresql, and the shop built.

  npm run bench -- backup [--orders 100000] [--pictures 400]
`;

/** @returns the exit code: 1 when a law does not hold, or a page or picture is missing. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '100000' },
      pictures: { type: 'string', default: '400' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'backup-bench-'));
  // The database's own user walks through it.
  await chmod(folder, 0o711);
  const postgres = await startSystemPostgres(folder);
  const server = new pg.Client({ connectionString: postgres.asSuperuser });
  let shop: Shop | undefined;
  try {
    await server.connect();
    await server.query('CREATE ROLE ajora LOGIN');
    const asSuperuser = new URL(postgres.asSuperuser);
    asSuperuser.pathname = '/shop';
    const asOwner = new URL(asSuperuser);
    asOwner.username = 'ajora';
    const dataDir = join(folder, 'data');
    const kept = join(folder, 'kept');
    const env = { DATABASE_URL: asOwner.href, DATA_DIR: dataDir };
    const { rows } = await server.query<{ version: string }>(
      "SELECT current_setting('server_version') AS version",
    );
    say(`PostgreSQL ${rows[0]?.version} with its own settings, ${availableParallelism()} cores`);

    await server.query('CREATE DATABASE shop OWNER ajora');
    const place = { orders: Number(values.orders), ordersADay: 400 };
    await timed('shop made', () =>
      makeShop({ ...place, asOwner: asOwner.href, asSuperuser: asSuperuser.href }),
    );
    const pictures = await writePictures(join(dataDir, 'pictures'), Number(values.pictures));
    const { rows: sizes } = await server.query<{ bytes: string }>("SELECT pg_database_size('shop') AS bytes");
    say(
      `database ${megabytes(Number(sizes[0]?.bytes))}, ${values.pictures} pictures ${megabytes(pictures.bytes)}`,
    );

    const options = { databaseUrl: asOwner.href, dataDir, env: { DEMO: '0' } };
    shop = await startShop(options);
    await timed('backup, while the shop runs', () => ops(env, 'backup', '--to', kept));
    await shop.close();
    say(
      `kept: dump ${megabytes(await bytesOf(kept, /\.dump$/))}, in all ${megabytes(await bytesOf(kept, /./))}`,
    );
    await server.query('DROP DATABASE shop WITH (FORCE)');
    await rm(dataDir, { recursive: true });
    await server.query('CREATE DATABASE shop OWNER ajora');
    say((await timed('restore, with every law', () => ops(env, 'restore', '--from', kept))).trim());

    shop = await timed('start until /readyz', () => startShop(options));
    const url = shop.url;
    const product = await timed('first product', () => callShop(url, 'GET', '/api/products/slug/product-7'));
    const picture = await fetch(`${url}/pictures/${pictures.name}`);
    const report = await timed('invariants', () => (shop as Shop).ops<InvariantReport>('invariants'));
    const isGood = product.status === 200 && picture.status === 200 && report.holds;
    say(
      `product ${product.status}, picture ${picture.status}, ${report.invariants.length} laws, all hold: ${report.holds}`,
    );
    return isGood ? 0 : 1;
  } finally {
    await shop?.close();
    await server.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const beganAt = performance.now();
  const result = await work();
  say(`${what}: ${((performance.now() - beganAt) / 1_000).toFixed(1)} s`);
  return result;
}

/** The built operator's command, as it is called by hand. @throws {Error} with its words when it fails. */
function ops(env: Record<string, string>, ...words: string[]): Promise<string> {
  const place = { NODE_ENV: 'production', LOG_LEVEL: 'silent', ENV_FILE: 'none', PATH: process.env.PATH };
  const script = join(projectFolder(), 'dist-server', 'ops.mjs');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...words], { env: { ...place, ...env } }, (error, stdout, stderr) => {
      if (error) reject(new Error(`ops ${words[0]}: ${stdout}${stderr}`));
      else resolve(stdout);
    });
  });
}

/** Pictures of the demonstration, over and over. */
async function writePictures(folder: string, count: number): Promise<{ bytes: number; name: string }> {
  const masters = join(projectFolder(), 'sandbox', 'catalogue', 'pictures');
  const names = (await readdir(masters)).filter((name) => name.endsWith('.webp'));
  await mkdir(folder, { recursive: true });
  const nameOf = (number: number): string => `kept-${number}.webp`;
  for (let number = 0; number < count; number += 1) {
    await cp(join(masters, names[number % names.length] as string), join(folder, nameOf(number)));
  }
  return { bytes: await bytesOf(folder, /./), name: nameOf(0) };
}

async function bytesOf(folder: string, which: RegExp): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, name));
    if (found.isFile() && which.test(name)) bytes += found.size;
  }
  return bytes;
}
