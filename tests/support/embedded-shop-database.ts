import { connectDatabase } from '../../server/db/connect.ts';
import { prepareDataFolder } from '../../server/db/data-folder.ts';
import type { Database } from '../../server/db/database.ts';
import { clusterPlaces } from '../../server/db/embedded/cluster.ts';
import { readPostmasterFile } from '../../server/db/embedded/postmaster-file.ts';
import { openEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';

/** The embedded database that a shop made in its own data folder. */
export interface EmbeddedShopDatabase extends Pick<Database, 'query' | 'transaction'> {
  /** Ends the database server at once, as a machine does that loses its power (but for the disk's cache). */
  kill9(): void;
}

/** Reaches the database of a shop that runs without `DATABASE_URL`. */
export function embeddedShopDatabase(dataDir: string): EmbeddedShopDatabase {
  /** Connects anew each time: after a kill the server has another port. */
  async function connected<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const { connectionString } = await openEmbeddedPostgres({ dataFolder: prepareDataFolder(dataDir) });
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
    kill9() {
      const file = readPostmasterFile(clusterPlaces(dataDir).cluster);
      if (!file) throw new Error('the shop has no database of its own running');
      process.kill(file.pid, 'SIGKILL');
    },
  };
}
