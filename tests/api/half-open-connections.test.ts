import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { openJobLocks } from '../../server/db/job-locks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/**
 * The connections to the database stay open and never answer again, as when its machine loses power or a backend is
 * stopped.
 */

const opened: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Opens a proxy to the database. After `freeze` nothing passes on the connections that exist. */
async function openLine(): Promise<{ connectionString: string; freeze: () => void }> {
  const database: TestDatabase = await createTestDatabase();
  opened.push(() => database.close());
  const address = new URL(database.connectionString);
  const target = { host: address.hostname, port: Number(address.port) };
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(target);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const socket of pair) socket.on('error', () => undefined);
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => {
    for (const socket of [...pairs].flat()) socket.destroy();
    server.close();
  });
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  const freeze = () => {
    for (const [near, far] of pairs) {
      near.unpipe(far);
      far.unpipe(near);
      near.pause();
    }
  };
  return { connectionString: address.href, freeze };
}

test('a lock of the jobs that is asked over a dead connection is asked again over a new one', async () => {
  const { connectionString, freeze } = await openLine();
  const locks = openJobLocks({ connectionString, answerWithinMs: 500 });
  opened.push(() => locks.close());
  expect(await locks.tryLock('sweep')).not.toBeNull();
  freeze();
  await expect(locks.tryLock('other')).rejects.toThrow('Query read timeout');
  expect(await locks.tryLock('other')).not.toBeNull();
});

test('a statement that is never answered ends, and its connection goes with it', async () => {
  const { connectionString, freeze } = await openLine();
  const db = connectDatabase({ connectionString, maxConnections: 1, answerWithinMs: 500 });
  opened.push(() => db.close());
  await db.query('SELECT 1');
  freeze();
  await expect(db.query('SELECT 1')).rejects.toThrow('Query read timeout');
  expect(await db.query('SELECT 2 AS two')).toEqual([{ two: 2 }]);
  freeze();
  await expect(db.transaction((tx) => tx.query('SELECT 1'))).rejects.toThrow('Query read timeout');
  expect(await db.query('SELECT 3 AS three')).toEqual([{ three: 3 }]);
});

test('a transaction over a dead connection waits for one answer only: no ROLLBACK is sent after it', async () => {
  const { connectionString, freeze } = await openLine();
  const told: string[] = [];
  const db = connectDatabase({ connectionString, answerWithinMs: 500 });
  opened.push(() => db.close());
  db.pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...statement: unknown[]) => Promise<unknown>;
    const query = async (...statement: unknown[]): Promise<unknown> => {
      told.push(String(statement[0]));
      return await send(...statement);
    };
    Object.assign(client, { query });
  });
  const lost = db.transaction(async (tx) => {
    await tx.query('SELECT 1');
    freeze();
  });
  await expect(lost).rejects.toThrow('Query read timeout');
  expect(told).toEqual(['BEGIN', expect.anything(), 'COMMIT']);
});

test('a stop cuts a connection that is still held, and whoever holds it may give it back afterwards', async () => {
  const database = await createTestDatabase();
  opened.push(() => database.close());
  const db = connectDatabase({ connectionString: database.connectionString });
  const client = await db.pool.connect();
  client.on('error', () => undefined);
  await db.close();
  await expect(client.query('SELECT 1')).rejects.toThrow();
  expect(() => client.release(true)).not.toThrow();
});
