import { readdirSync, readFileSync } from 'node:fs';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import type { Database } from '../../server/db/database.ts';
import { getEmbeddedDatabasePaths } from '../../server/db/embedded/cluster.ts';
import { createAndCheckDataFolder } from '../../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts';
import { readPostmasterFile } from '../../server/db/embedded/postmaster-file.ts';

/** A shop without `DATABASE_URL` creates this database in its data folder. */
export interface EmbeddedShopDatabase extends Pick<Database, 'query' | 'transaction'> {
  /** Kills the database server, as a power cut does, except that the disk's cache survives. */
  kill9(): void;
  /** Suspends all server processes: connections stay open and get no reply. */
  freeze(): { thaw(): void };
}

/** The shop must run without `DATABASE_URL`. */
export function openEmbeddedShopDatabase(dataDir: string): EmbeddedShopDatabase {
  /** Opens a new connection each time, because after a kill the server has another port. */
  async function connected<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const { connectionString } = await openEmbeddedPostgres({
      dataFolder: createAndCheckDataFolder(dataDir),
    });
    const db = connectDatabase({ connectionString });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }
  return {
    query: (text, values) => connected((db) => db.query(text, values)),
    transaction: (work) => connected((db) => db.transaction(work)),
    kill9: () => void process.kill(serverPid(), 'SIGKILL'),
    freeze() {
      const server = serverPid();
      process.kill(server, 'SIGSTOP');
      const frozen = [server, ...childrenOf(server)];
      const send = (signal: NodeJS.Signals) => {
        for (const pid of frozen) process.kill(pid, signal);
      };
      send('SIGSTOP');
      return { thaw: () => send('SIGCONT') };
    },
  };

  function serverPid(): number {
    const file = readPostmasterFile(getEmbeddedDatabasePaths(dataDir).cluster);
    if (!file) throw new Error('the shop has no database of its own running');
    return file.pid;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}
