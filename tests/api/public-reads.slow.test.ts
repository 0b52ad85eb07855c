import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import type { Database } from '../../server/db/database.ts';
import { openReplicaDatabaseReader, type ReplicaDataReader } from '../../server/db/public-reads.ts';
import { migrate } from '../../server/db/schema/migrate.ts';
import { readExpectedDatabaseSchema } from '../../server/db/schema/schema.ts';
import {
  createProductListReader,
  type ProductListPage,
} from '../../server/features/catalogue/product-list.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import {
  isPostgresInstalled,
  type PostgresReplicaPair,
  startPostgresReplicaPair,
} from '../support/postgres-pair.ts';

/** Longer than a replica may lag behind. */
const PAST_LIMIT = { timeout: 30_000 };
/** Longer than a failed replica is left unused. */
const PAST_DOUBT = { timeout: 60_000 };

describe.runIf(isPostgresInstalled('public reads from a replica'))('public reads', () => {
  let pair: PostgresReplicaPair;
  let db: Database;
  let reads: ReplicaDataReader;
  const told: string[] = [];
  beforeAll(async () => {
    pair = await startPostgresReplicaPair();
    db = connectDatabase({ connectionString: pair.primary.url });
    await migrate(db, await readExpectedDatabaseSchema());
    await addTestProduct({ db }, { title: 'Rice' });
    reads = openReplicaDatabaseReader({
      connectionString: pair.standby.url,
      primary: db,
      tell: (_, line) => told.push(line),
    });
  }, 240_000);
  afterAll(async () => {
    await reads?.close();
    await db?.close();
    await pair?.close();
  }, 60_000);

  const answerer = async (): Promise<number> => {
    const ask = `SELECT inet_server_port() AS port`;
    const { result } = await reads.read((place) => place.query<{ port: number }>(ask));
    return result[0]?.port as number;
  };
  let window = 0;
  const list = (search = ''): Promise<ProductListPage> =>
    createProductListReader(
      reads,
      { now: () => new Date() },
      'https://shop.example',
      () => (window += 15_000),
    )({ page: 1, limit: 24, filter: { search, category: '' } });
  /** Computes how many milliseconds before the end of its window a page stops being fresh. */
  const endsEarlierMs = ({ freshUntilMs }: ProductListPage) => (15_000 - (freshUntilMs % 15_000)) % 15_000;
  const titles = ({ reply }: ProductListPage): string[] => reply.data.map(({ title }) => title).sort();

  it('are answered by the replica once it is known to be near, and say two seconds less of age', async () => {
    await expect.poll(answerer, PAST_LIMIT).toBe(pair.standby.port);
    expect(told).toEqual(['Public reads are answered by the replica.']);
    for (const search of ['', 'rice']) {
      const page = await list(search);
      expect([titles(page), endsEarlierMs(page)]).toEqual([['Rice'], 2_000]);
    }
  });

  it('stay there while nothing is written: what is idle is not old', async () => {
    await delay(5_000);
    expect(await answerer()).toBe(pair.standby.port);
  });

  it('leave a replica that replays no more, and show what it does not know', async () => {
    await pair.standby.ask('SELECT pg_wal_replay_pause()');
    await addTestProduct({ db }, { title: 'Yam' });
    await expect.poll(answerer, PAST_LIMIT).toBe(pair.primary.port);
    const page = await list();
    expect([titles(page), endsEarlierMs(page)]).toEqual([['Rice', 'Yam'], 0]);
    await expect.poll(() => told.length, PAST_LIMIT).toBe(2);
    expect(told[1]).toBe('Public reads are answered by the primary: the replica is more than 2 s behind.');
  });

  it('go back when it has been near for a while', async () => {
    await pair.standby.ask('SELECT pg_wal_replay_resume()');
    await expect.poll(answerer, PAST_DOUBT).toBe(pair.standby.port);
    expect(titles(await list())).toEqual(['Rice', 'Yam']);
    expect(told).toHaveLength(3);
  });

  it('are done again on the primary when the replica dies under them, and say so once', async () => {
    await pair.standby.kill9();
    const answers = await Promise.all(Array.from({ length: 8 }, () => list()));
    for (const page of answers) expect([titles(page), endsEarlierMs(page)]).toEqual([['Rice', 'Yam'], 0]);
    await delay(2_000);
    expect(told).toHaveLength(4);
    expect(told[3]).toMatch(/^Public reads are answered by the primary: /);
  });

  it('go to no server that is no replica of the primary', async () => {
    await pair.standby.start();
    await expect.poll(answerer, PAST_DOUBT).toBe(pair.standby.port);
    await pair.standby.ask('SELECT pg_promote()');
    await expect.poll(answerer, PAST_LIMIT).toBe(pair.primary.port);
    expect(told.at(-1)).toBe(
      'Public reads are answered by the primary: DATABASE_READ_URL does not lead to a replica of it.',
    );
  });
});
