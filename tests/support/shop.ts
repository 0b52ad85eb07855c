import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import type { Database } from '../../server/db/database.ts';
import { embeddedShopDatabase } from './embedded-shop-database.ts';
import { findFreePort } from './free-port.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The build under test: the shop's, or the one with another card provider. */
const SERVER = process.env.SHOP_SERVER ?? 'dist-server';

export interface ShopOptions {
  /** Absent: a new, empty folder that `close` removes. */
  dataDir?: string;
  /** Absent: the shop starts its own embedded database in `dataDir`. */
  databaseUrl?: string;
  port?: number;
  /** Absent: this checkout. A copy of it with its own build. */
  root?: string;
  env?: Record<string, string>;
}

/** What an operator's command answered. */
interface OpsResult<Reply> {
  exitCode: number;
  /** Absent when the command was refused. */
  data?: Reply;
  /** Why it was refused. */
  message?: string;
}

/** The built shop as a process of its own, the way `npm start` runs it. */
export interface Shop {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Its database, past the shop. */
  readonly db: Pick<Database, 'query' | 'transaction'>;
  /** All that it has written so far, over every start. */
  logs(): string;
  /** Runs an operator's command with `--json`. @throws {Error} when it is refused. */
  ops<Reply = unknown>(...command: string[]): Promise<Reply>;
  /** As `ops`, for commands that the test expects to be refused. */
  tryOps<Reply = unknown>(...command: string[]): Promise<OpsResult<Reply>>;
  /** Ends the process without warning; its database lives on. */
  kill9(): Promise<void>;
  /** Asks the process to end and waits. Answers the exit code. */
  stop(): Promise<number | null>;
  /** Starts the process again on the same port and data. */
  start(): Promise<void>;
  /** Stops it and removes what it made. */
  close(): Promise<void>;
}

/**
 * Starts the built shop on a free port of 127.0.0.1 and waits until it is ready.
 *
 * Rate limits are far away and the sandbox is quick, unless `env` says otherwise.
 * @throws {Error} with the shop's own words when it does not start.
 */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const root = options.root ?? ROOT;
  const main = join(root, SERVER, 'main.mjs');
  if (!existsSync(main)) throw new Error('The shop is not built: npm run build');
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'shop-data-')));
  const port = options.port ?? (await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const env = shopEnvironment(options, port, dataDir);
  let output = '';
  let child: ChildProcess | null = null;

  const start = async () => {
    const started = spawn(process.execPath, [main], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    started.stdout.on('data', (text) => {
      output += text;
    });
    started.stderr.on('data', (text) => {
      output += text;
    });
    await waitUntilReady(url, started, () => output);
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
    const exited = new Promise<number | null>((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    return await exited;
  };
  const tryOps = <Reply>(...command: string[]) => runOps<Reply>(command, env);

  // Connects when it is first asked.
  const pool = options.databaseUrl
    ? connectDatabase({ connectionString: options.databaseUrl, maxConnections: 2 })
    : undefined;

  await start();
  return {
    url,
    port,
    dataDir,
    db: pool ?? embeddedShopDatabase(dataDir),
    logs: () => output,
    tryOps,
    async ops<Reply>(...command: string[]) {
      const { exitCode, data, message } = await tryOps<Reply>(...command);
      if (exitCode !== 0 || data === undefined) throw new Error(`ops ${command.join(' ')}: ${message}`);
      return data;
    },
    kill9: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    start,
    async close() {
      await end('SIGTERM');
      await pool?.close();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function shopEnvironment(options: ShopOptions, port: number, dataDir: string): NodeJS.ProcessEnv {
  // Nothing of the tester's own settings may leak into the shop under test.
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'];
  const env: NodeJS.ProcessEnv = Object.fromEntries(inherited.map((name) => [name, process.env[name]]));
  return {
    ...env,
    NODE_ENV: 'production',
    ENV_FILE: 'none',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
    SANDBOX_SPEED: '1000',
    LOG_LEVEL: 'warn',
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
    ...options.env,
  };
}

/** A start takes a second or two; on a machine that does much else, a minute. One that fails is heard of at once. */
const START_WITHIN_MS = 150_000;

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const untilMs = performance.now() + START_WITHIN_MS;
  while (performance.now() < untilMs) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the shop ended at its start:\n${output()}`);
    }
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await delay(50);
  }
  child.kill('SIGKILL');
  throw new Error(`the shop was not ready within ${START_WITHIN_MS / 1000} s:\n${output()}`);
}

function runOps<Reply>(command: string[], env: NodeJS.ProcessEnv): Promise<OpsResult<Reply>> {
  const script = join(ROOT, SERVER, 'ops.mjs');
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [script, ...command, '--json'],
      { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const exitCode = error ? Number(error.code ?? 1) : 0;
        try {
          resolve({ ...(JSON.parse(stdout) as Omit<OpsResult<Reply>, 'exitCode'>), exitCode });
        } catch {
          reject(new Error(`ops ${command.join(' ')} wrote no JSON:\n${stdout}\n${stderr}`));
        }
      },
    );
  });
}
