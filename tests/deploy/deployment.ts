import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataFolder } from '../../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts';
import { SANDBOX_TEST_API_KEY, SANDBOX_TEST_WEBHOOK_HASH } from '../support/sandbox-alone.ts';
import { startSandboxProcessForShop } from '../support/sandbox-apart.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { startRoundRobin } from './round-robin.ts';

/** Several shops on one database behind one proxy, with a card provider that belongs to none of them. */
export interface Deployment {
  /** The proxy's origin: what shoppers see. */
  url: string;
  shops: TestShop[];
  /** Requests that no shop answered. */
  unanswered: string[];
  sandboxUrl: string;
  /** For looking into the database. */
  databaseUrl: string;
  stopDatabase(): Promise<void>;
  /** On the same port. Resolves once it takes connections. */
  startDatabase(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param size how many shops.
 * @param behind another proxy, which asks for the shops' ports before they are there.
 * @param served a database that is there already, instead of one of the deployment's own. Closed after the shops.
 * @param env of each shop beside the deployment's own; a function is asked with its place, from 0.
 */
export async function deploy(
  size: number,
  behind?: { url: string; ports: readonly number[]; close(): Promise<void> },
  env: Record<string, string> | ((place: number) => Record<string, string>) = {},
  served?: { connectionString: string; close(): Promise<void> },
): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'deployment-'));
  const dataFolder = prepareDataFolder(join(folder, 'cluster'));
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
        // Shared, as the instances of one shop share their pictures.
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
