import pg from 'pg';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const database = openFixtureForFile(createTestDatabase);

test('a read finds a connection while more transactions wait than there are connections', async () => {
  const { connectionString } = database;
  const holder = new pg.Client({ connectionString });
  await holder.connect();
  const db = connectDatabase({ connectionString, maxConnections: 5, work: 'operator' });
  try {
    await holder.query('SELECT pg_advisory_lock(1)');
    const waiting = Array.from({ length: 10 }, () =>
      db.transaction((tx) => tx.query('SELECT pg_advisory_xact_lock(1)')),
    );
    const countWaiting = async () => {
      const { rows } = await holder.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
      return rows.length;
    };
    await expect.poll(countWaiting).toBe(4);

    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await countWaiting()).toBe(4);

    await holder.query('SELECT pg_advisory_unlock(1)');
    expect(await Promise.all(waiting)).toHaveLength(10);
  } finally {
    await holder.end();
    await db.close();
  }
});
