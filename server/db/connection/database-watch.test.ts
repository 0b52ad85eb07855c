import { expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { watchDatabaseOutages } from './database-watch.ts';

/** Creates a database that answers for half a second, refuses three statements, and answers again. */
function databaseThatStops(): Database {
  const stopsAtMs = performance.now() + 500;
  let refused = 0;
  const query = async () => {
    if (performance.now() < stopsAtMs || refused === 3) return [];
    refused += 1;
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  };
  return { query } as unknown as Database;
}

async function toldAfterLoss(db: Database, lines: number): Promise<string[]> {
  const told: string[] = [];
  const watch = watchDatabaseOutages({ db, report: (level, line) => void told.push(`${level}: ${line}`) });
  watch.noteError(Object.assign(new Error('terminating connection'), { code: '57P01' }));
  await expect.poll(() => told.length, { timeout: 10_000 }).toBe(lines);
  await watch.close();
  return told;
}

it('is told once as away when a server that is being stopped still answers for a moment', async () => {
  expect(await toldAfterLoss(databaseThatStops(), 2)).toEqual([
    'error: The database is unavailable: refused. Requests are answered with 503 until it is back.',
    expect.stringMatching(/^info: The database is back after \d+ s\.$/),
  ]);
});

it('is told as one lost connection when others go on answering', async () => {
  expect(await toldAfterLoss({ query: async () => [] } as unknown as Database, 1)).toEqual([
    'warn: A database connection was lost, and others can be had: terminating connection',
  ]);
});
