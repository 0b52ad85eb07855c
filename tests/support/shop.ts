import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import type { Database } from '../../server/db/database.ts';
import { openEmbeddedShopDatabase } from './embedded-shop-database.ts';
import { findFreePort } from './free-port.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The tested build is the shop's own, or one with another card provider. */
const SERVER = process.env.SHOP_SERVER ?? 'dist-server';

export interface TestShopOptions {
  /** Default: a new folder that `close` removes. */
  dataDir?: string;
  /** Default: an embedded database in `dataDir`. */
  databaseUrl?: string;
  port?: number;
  /** Default: this checkout; else a copy with its own build. */
  root?: string;
  env?: Record<string, string>;
}

/** An operator command has this result. */
interface OpsResult<Reply> {
  exitCode: number;
  /** Absent when refused. */
  data?: Reply;
  /** Reason of a refusal. */
  message?: string;
}

/** The built shop runs as a separate process, as `npm start` runs it. */
export interface TestShop {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Direct connection to the shop's database. */
  readonly db: Pick<Database, 'query' | 'transaction'>;
  /** Output of all starts so far. */
  logs(): string;
  /** Runs an operator command with `--json`. @throws {Error} when it is refused. */
  ops<Reply = unknown>(...command: string[]): Promise<Reply>;
  /** Runs an operator command that the test expects to be refused. */
  tryOps<Reply = unknown>(...command: string[]): Promise<OpsResult<Reply>>;
  /** Kills the process; its database stays. */
  kill9(): Promise<void>;
  /** Asks the process to end. @returns the exit code. */
  stop(): Promise<number | null>;
  /** Starts the process again on the same port and data. */
  start(): Promise<void>;
  /** Stops the shop and removes its files. */
  close(): Promise<void>;
}

/**
 * Starts the built shop on a free port of 127.0.0.1 and waits until it is ready.
 *
 * Rate limits are high and the sandbox is fast, unless `env` says otherwise.
 * @throws {Error} with the shop's output when it does not start.
 */
export async function startTestShop(options: TestShopOptions = {}): Promise<TestShop> {
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

  // The first query opens the connection.
  const pool = options.databaseUrl
    ? connectDatabase({ connectionString: options.databaseUrl, maxConnections: 2 })
    : undefined;

  await start();
  return {
    url,
    port,
    dataDir,
    db: pool ?? openEmbeddedShopDatabase(dataDir),
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

function shopEnvironment(options: TestShopOptions, port: number, dataDir: string): NodeJS.ProcessEnv {
  // The tester's own environment must not leak into the shop under test.
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

/** A start takes seconds, on a busy machine up to a minute. A failed start is reported at once. */
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
