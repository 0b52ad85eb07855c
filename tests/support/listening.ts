import { vi } from 'vitest';
import type { Database } from '../../server/db/database.ts';

/** Waits until this many connections listen on the database, because they miss earlier NOTIFY messages. */
export async function waitForNotifyListeners(db: Database, connections = 1): Promise<void> {
  await vi.waitFor(async () => {
    const heard = await db.query(
      `SELECT query FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle' AND query ILIKE 'listen %'`,
    );
    if (heard.length < connections) throw new Error(`${heard.length} of ${connections} connections listen`);
  }, 10_000);
}
