import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryOnNewConnection } from '../server/db/connection/query-once.ts';
import { createAndCheckDataFolder } from '../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts';

/**
 * PostgreSQL settings that do not wait for the disk. A benchmark deletes its databases, so no data must survive a
 * crash.
 */
export const NON_DURABLE_POSTGRES_SETTINGS = { synchronous_commit: 'off', fsync: 'off' };

interface Place {
  folder: string;
  /** Process id of the PostgreSQL server. */
  pid: number;
  /** Creates a database. @returns its connection strings. */
  make(name: string): Promise<{ asOwner: string; asSuperuser: string }>;
}

/** Runs `work` with a temporary folder and PostgreSQL server, and removes both afterwards. */
export async function withTemporaryPostgres<Result>(
  settings: Record<string, string>,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const postgres = await openEmbeddedPostgres({ dataFolder: createAndCheckDataFolder(folder), settings });
  const addressOf = (address: string, name: string): string => {
    const url = new URL(address);
    url.pathname = `/${name}`;
    return url.href;
  };
  const make = async (name: string) => {
    await queryOnNewConnection(postgres.superuserConnectionString, `CREATE DATABASE ${name} OWNER ajora`);
    return {
      asOwner: addressOf(postgres.connectionString, name),
      asSuperuser: addressOf(postgres.superuserConnectionString, name),
    };
  };
  try {
    return await work({ folder, pid: postgres.pid, make });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
