import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProjectFolder } from '../../server/lib/project-folder.ts';
import { findFreePort } from '../../tests/support/free-port.ts';

export const SEEDED_PRODUCT_COUNT = 200;

/** Settings of the built shop, without its database and data folder. */
export const SHOP_SERVER_ENV = {
  ...{ NODE_ENV: 'production', ENV_FILE: 'none', HOST: '127.0.0.1', DEMO: '0' },
  ...{ RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'warn' },
};

export interface RunningServer {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process to its first response. */
  startMs: number;
  stop(): Promise<void>;
}

/** SQL that creates the same products as in the shop, so that both servers read equal amounts. */
export const CREATE_BASELINE_SERVER_TABLES_SQL = `
  CREATE TABLE floor_products (id int PRIMARY KEY, slug text NOT NULL UNIQUE, title text NOT NULL,
    description text NOT NULL, price_kobo bigint NOT NULL);
  INSERT INTO floor_products SELECT n, 'market-item-' || n, 'Market item ' || n, repeat('Fresh from the market. ', 10),
    150000 FROM generate_series(1, ${SEEDED_PRODUCT_COUNT}) n;
  CREATE TABLE floor_lines (session_id int, product_id int REFERENCES floor_products, quantity int NOT NULL,
    PRIMARY KEY (session_id, product_id));
  CREATE TABLE floor_groups (id int PRIMARY KEY, filled bigint NOT NULL) WITH (fillfactor = 50);
  INSERT INTO floor_groups SELECT n, 0 FROM generate_series(1, ${SEEDED_PRODUCT_COUNT}) n;
  CREATE TABLE floor_orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, group_id int NOT NULL,
    buyer_id int NOT NULL, total_kobo bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON floor_orders (buyer_id);
  CREATE TABLE floor_ledger (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id bigint NOT NULL REFERENCES floor_orders, account text NOT NULL, amount_kobo bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON floor_ledger (order_id);
  ANALYZE`;

/**
 * Starts a server process.
 * @param file path of the server's script in the project.
 * @param firstPath path that is requested until the server answers.
 */
export async function startServer(
  file: string,
  env: Record<string, string>,
  firstPath: string,
): Promise<RunningServer> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child: ChildProcess = spawn(process.execPath, [join(findProjectFolder(), file)], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), PUBLIC_URL: url, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await answers(url + firstPath))) {
    if (child.exitCode !== null) throw new Error(`${file} ended by itself: ${child.exitCode}`);
    await pause(10);
  }
  return {
    ...{ url, pid: child.pid as number, startMs: performance.now() - startedAt },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
