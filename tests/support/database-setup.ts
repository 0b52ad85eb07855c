import { rmSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { createAndCheckDataFolder } from '../../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts';
import { migrate } from '../../server/db/schema/migrate.ts';
import { readExpectedDatabaseSchema } from '../../server/db/schema/schema.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser address of the run's own PostgreSQL. */
    databaseServer: string;
    /** Migrated template database, copied by every test file. */
    templateDatabase: string;
  }
}

interface SharedServer {
  databaseServer: string;
  templateDatabase: string;
  users: number;
  stop(): Promise<void>;
}

/** A run uses about a third of this. */
const MEMORY_NEEDED_BYTES = 1024 ** 3;

// Two projects of one run name this setup, and each loads this module for itself; they share one server.
const shared = globalThis as { ajoraTestServer?: Promise<SharedServer> | undefined };

/** Starts one embedded PostgreSQL for the whole run and removes its folder afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.ajoraTestServer ??= startServer();
  const server = await shared.ajoraTestServer;
  server.users += 1;
  project.provide('databaseServer', server.databaseServer);
  project.provide('templateDatabase', server.templateDatabase);
  return async () => {
    server.users -= 1;
    if (server.users > 0) return;
    shared.ajoraTestServer = undefined;
    await server.stop();
  };
}

/**
 * Returns the machine's memory file system if it has enough space. ext4 does not reuse a deleted file's inode for
 * minutes and skips it in every search, so that creating a database there after many were dropped takes seven times as long.
 */
async function chooseParentFolder(): Promise<string> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MEMORY_NEEDED_BYTES ? memory : tmpdir();
}

async function startServer(): Promise<SharedServer> {
  const folder = await mkdtemp(join(await chooseParentFolder(), 'shop-tests-'));
  const postgres = await openEmbeddedPostgres({
    dataFolder: createAndCheckDataFolder(folder),
    // The data need not survive a crash. Tests of lost power and killed servers start separate databases.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '400',
      max_wal_size: '128MB',
    },
  });
  // An interrupted run has no teardown, and its database would stay in the machine's memory.
  const removeAtExit = () => {
    process.kill(postgres.pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', removeAtExit);
  const templateDatabase = 'ajora_template';
  const admin = new pg.Client({ connectionString: postgres.superuserConnectionString });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${templateDatabase} OWNER ajora`);
  await admin.end();
  const db = connectDatabase({ connectionString: addressOf(postgres.connectionString, templateDatabase) });
  await migrate(db, await readExpectedDatabaseSchema());
  await db.close();
  return {
    databaseServer: postgres.superuserConnectionString,
    templateDatabase,
    users: 0,
    async stop() {
      // Connections of a crashed test must not keep the server alive.
      process.off('exit', removeAtExit);
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function addressOf(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}
