import { expect, it } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { createTestDatabase } from '../../support/database.ts';
import { followChoices } from './order.ts';
import { openScheduler } from './scheduler.ts';

const lockInOrder =
  (...keys: number[]) =>
  (db: Database) =>
    db.transaction(async (tx) => {
      for (const key of keys) await tx.query('SELECT pg_advisory_xact_lock($1)', [key]);
    });

it('counts the deadlock of two operations, and no wait for the lock of another connection', async () => {
  const { db, connectionString, close } = await createTestDatabase();
  const scheduler = openScheduler(connectionString);
  try {
    const crossed = [lockInOrder(1, 2), lockInOrder(2, 1)];
    const alternately = () => followChoices([0, 1, 0, 1]);
    expect(await scheduler.play(crossed, alternately())).toMatchObject({ deadlocks: 1 });
    expect(await scheduler.play(crossed, followChoices([]))).toMatchObject({ deadlocks: 0 });

    const held = await db.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(1)');
      const waiting = scheduler.play([lockInOrder(1), lockInOrder(1)], followChoices([0, 1]));
      // The scheduler looks for locks every few milliseconds, so it finds both operations waiting for this one.
      await tx.query('SELECT pg_sleep(0.2)');
      return { waiting };
    });
    expect(await held.waiting).toMatchObject({ deadlocks: 0 });
  } finally {
    await scheduler.close();
    await close();
  }
});
