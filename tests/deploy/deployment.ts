import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAndCheckDataFolder } from '../../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts';
import { SANDBOX_TEST_API_KEY, SANDBOX_TEST_WEBHOOK_HASH } from '../support/sandbox-alone.ts';
import { startSandboxProcessForShop } from '../support/sandbox-apart.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { startRoundRobin } from './round-robin.ts';

/** Several shops on one database behind one proxy, with a card provider that runs apart. */
export interface Deployment {
  /** The proxy's origin, which is the address that shoppers use. */
  url: string;
  shops: TestShop[];
  /** Requests that no shop answered. */
  unanswered: string[];
  sandboxUrl: string;
  /** The connection string with which a test reads the database. */
  databaseUrl: string;
  stopDatabase(): Promise<void>;
  /** Starts the database on the same port. Resolves once it accepts connections. */
  startDatabase(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a deployment.
 * @param size how many shops it has.
 * @param behind another proxy, which is started with the shops' ports before them.
 * @param served an existing database instead of one of the deployment's own. It is closed after the shops.
 * @param env of each shop besides the deployment's; a function is called with the shop's place, from 0.
 */
export async function deploy(
  size: number,
  behind?: { url: string; ports: readonly number[]; close(): Promise<void> },
  env: Record<string, string> | ((place: number) => Record<string, string>) = {},
  served?: { connectionString: string; close(): Promise<void> },
): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'deployment-'));
  const dataFolder = createAndCheckDataFolder(join(folder, 'cluster'));
  let postgres = served ? undefined : await openEmbeddedPostgres({ dataFolder });
  const databaseUrl = served?.connectionString ?? (postgres?.connectionString as string);
  const shops: TestShop[] = [];
  const proxy = behind
    ? { ...behind, unanswered: [] }
    : await startRoundRobin(() => shops.map((shop) => shop.url));
  const sandbox = await startSandboxProcessForShop(proxy.url, join(folder, 'sandbox.jsonl'));
  for (let place = 0; place < size; place += 1) {
    shops.push(
      await startTestShop({
        // The folder is shared, as instances of one shop share their pictures.
        dataDir: join(folder, 'shops'),
        databaseUrl,
        ...(behind ? { port: behind.ports[place] as number } : {}),
        env: {
          PUBLIC_URL: proxy.url,
          TRUST_PROXY: 'loopback',
          FLW_BASE_URL: sandbox.url,
          FLW_SECRET_KEY: SANDBOX_TEST_API_KEY,
          FLW_SECRET_HASH: SANDBOX_TEST_WEBHOOK_HASH,
          LOG_LEVEL: 'info',
          ...(typeof env === 'function' ? env(place) : env),
        },
      }),
    );
  }
  return {
    url: proxy.url,
    shops,
    unanswered: proxy.unanswered,
    sandboxUrl: sandbox.url,
    databaseUrl,
    stopDatabase: async () => postgres?.stop(),
    async startDatabase() {
      postgres = await openEmbeddedPostgres({ dataFolder, port: postgres?.port as number });
    },
    async close() {
      await Promise.all(shops.map((shop) => shop.close()));
      await sandbox.close();
      await proxy.close();
      await (served?.close() ?? postgres?.stop());
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
