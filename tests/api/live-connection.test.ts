import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import type { Database } from '../../server/db/database.ts';
import { openSocketServer } from '../../server/realtime/socket-server.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const MAX_CONNECTIONS = 2;

let test: TestDatabase;
let db: Database;
let sockets: ReturnType<typeof openSocketServer>;

beforeAll(async () => {
  test = await createTestDatabase();
  db = connectDatabase({
    connectionString: test.connectionString,
    applicationName: 'live-connection',
    maxConnections: MAX_CONNECTIONS,
  });
  sockets = openSocketServer({
    httpServer: createServer(),
    pool: db.pool,
    isOwnPage: () => true,
    addressOf: () => '127.0.0.1',
    onForeignPage: () => undefined,
    verifyToken: () => null,
    findEnded: async () => [],
    hasEnded: () => false,
    now: () => new Date(),
    onError: () => undefined,
  });
});
afterAll(async () => {
  await sockets?.close();
  await db?.close();
  await test?.close();
});

/** Finds the connection on which the sockets receive the events of other instances. */
async function findListening(): Promise<number | undefined> {
  const rows = await test.db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'live-connection' AND query LIKE 'LISTEN "socket.io%'`,
  );
  return rows[0]?.pid;
}

it('live events come back after each loss of their connection, and use up none of the others', async () => {
  for (let loss = 0; loss <= MAX_CONNECTIONS; loss += 1) {
    await expect.poll(findListening).toBeDefined();
    const lost = await findListening();
    await test.db.query('SELECT pg_terminate_backend($1)', [lost]);
    await expect.poll(findListening).toBeUndefined();
  }
  await expect.poll(findListening).toBeDefined();
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
