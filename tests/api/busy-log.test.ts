import Fastify, { type FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { registerErrorHandler } from '../../server/http/errors/error-handler.ts';
import { logRequestFailure } from '../../server/http/errors/log-failure.ts';
import { buildLoggerOptions } from '../../server/log/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
let app: FastifyInstance;
let holder: PoolClient;
const lines: Record<string, unknown>[] = [];

/** Statements that fail like a shopper's who waits too long, or who meets a mistake of the shop's code. */
const failures = {
  'a row that somebody else holds': `SET LOCAL lock_timeout = '20ms'; SELECT 1 FROM rows FOR UPDATE`,
  'a statement that takes too long': `SET LOCAL statement_timeout = '20ms'; SELECT pg_sleep(60)`,
  'a row for which two wait for each other': `DO $$ BEGIN RAISE deadlock_detected; END $$`,
  'a disk that is full': `DO $$ BEGIN RAISE disk_full; END $$`,
  'a mistake of ours': 'SELECT nonsense FROM rows',
};

beforeAll(async () => {
  test = await createTestDatabase();
  await test.db.query('CREATE TABLE rows (id int); INSERT INTO rows VALUES (1)');
  holder = await test.db.pool.connect();
  await holder.query('BEGIN; SELECT 1 FROM rows FOR UPDATE');
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  app = Fastify({
    logger: { ...(buildLoggerOptions('info') as object), stream },
    disableRequestLogging: true,
  });
  registerErrorHandler(app);
  const fail = (sql: string) => test.db.transaction((tx) => tx.query(sql));
  app.get<{ Querystring: { sql: string } }>('/answered', ({ query }) => fail(query.sql));
  app.get<{ Querystring: { sql: string } }>('/passed-over', async ({ query, log }) => {
    await fail(query.sql).catch((error: unknown) => logRequestFailure(log, error, 'request failed'));
    return '';
  });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  holder.release(true);
  await app.close();
  await test.close();
});

it.each([
  ['/answered', 'a row that somebody else holds', '55P03'],
  ['/answered', 'a statement that takes too long', '57014'],
  ['/answered', 'a row for which two wait for each other', '40P01'],
  ['/passed-over', 'a row that somebody else holds', '55P03'],
] as const)('%s: %s is one short line of the log', async (url, failure, sqlState) => {
  const answer = await app.inject({ url, query: { sql: failures[failure] } });
  expect(answer.statusCode).toBe(url === '/answered' ? 503 : 200);
  expect(lines).toMatchObject([
    { level: 'warn', sqlState, msg: 'request failed: the database was busy', reqId: expect.anything() },
  ]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

it('a disk that is full is logged once, however many writes it refuses', async () => {
  for (let n = 0; n < 5; n += 1) {
    const answer = await app.inject({ url: '/answered', query: { sql: failures['a disk that is full'] } });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  }
  expect(lines).toMatchObject([
    { level: 'error', sqlState: '53100', msg: expect.stringMatching(/^the database has no room/) },
  ]);
});

it('a mistake of ours is told with all that is known of it', async () => {
  const answer = await app.inject({ url: '/answered', query: { sql: failures['a mistake of ours'] } });
  expect(answer.statusCode).toBe(500);
  expect(lines).toMatchObject([
    { level: 'error', msg: 'request failed', err: { code: '42703', stack: expect.stringContaining(' at ') } },
  ]);
});
