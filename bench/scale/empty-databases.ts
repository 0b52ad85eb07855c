import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askOnce } from '../../server/db/connection/ask-once.ts';
import { prepareDataFolder } from '../../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts';

/** Runs `work` with a temporary PostgreSQL server and a function that creates databases on it. */
export async function withEmptyDatabases<Result>(
  settings: Record<string, string>,
  work: (make: (name: string) => Promise<{ asOwner: string; asSuperuser: string }>) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'scale-'));
  const postgres = await openEmbeddedPostgres({
    dataFolder: prepareDataFolder(folder),
    settings: { synchronous_commit: 'off', fsync: 'off', ...settings },
  });
  const addressOf = (address: string, name: string): string => {
    const url = new URL(address);
    url.pathname = `/${name}`;
    return url.href;
  };
  try {
    return await work(async (name) => {
      await askOnce(postgres.superuserConnectionString, `CREATE DATABASE ${name} OWNER ajora`);
      return {
        asOwner: addressOf(postgres.connectionString, name),
        asSuperuser: addressOf(postgres.superuserConnectionString, name),
      };
    });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
