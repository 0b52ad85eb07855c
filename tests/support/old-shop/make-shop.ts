import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { connectDatabase } from '../../../server/db/connection/connect.ts';
import type { Database } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/schema/migrate.ts';
import { readExpectedDatabaseSchema } from '../../../server/db/schema/schema.ts';
import { storeLedgerAndAuditHashes } from '../../../server/features/invariants/history-seals.ts';
import { checkInvariantsOfAllRows } from '../../../server/features/invariants/invariants.ts';

/** Indexes and constraints slow each insert down, so they are dropped first and created again at the end. */
const GUARDS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) ||
      CASE contype WHEN 'f' THEN ' NOT VALID' ELSE '' END AS make,
    CASE contype WHEN 'f' THEN 3 ELSE 1 END AS place
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f')
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 2
  FROM pg_index WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  ORDER BY place`;

/** In a larger shop the invariants take longer than the inserts, and the same statements insert all rows. */
const JUDGED_ORDERS = 50_000;

/** Fills an empty database with this many orders, in sets of rows and without triggers. */
export async function createOldReleaseShop(place: {
  orders: number;
  ordersADay: number;
  asOwner: string;
  asSuperuser: string;
}): Promise<void> {
  const db = connectDatabase({ connectionString: place.asOwner, maxConnections: 2, work: 'operator' });
  try {
    await migrate(db, await readExpectedDatabaseSchema());
  } finally {
    await db.close();
  }
  const client = new pg.Client({ connectionString: place.asSuperuser });
  await client.connect();
  try {
    await client.query(
      `SET session_replication_role = replica; SET work_mem = '256MB'; SET scale.orders = ${Number(place.orders)};
       SET scale.a_day = ${Number(place.ordersADay)};
       SET scale.now = '${new Date().toISOString()}'`,
    );
    const { rows: guards } = await client.query<{ drop: string; make: string }>(GUARDS);
    for (const { drop } of guards.toReversed()) await client.query(drop);
    const fill = await readFile(new URL('fill.sql', import.meta.url), 'utf8');
    for (const statement of fill.split(/;\n(?=\S|\n|$)/)) await client.query(statement);
    for (const { make } of guards) await client.query(make);
    await client.query('VACUUM ANALYZE');
    const owner = connectDatabase({ connectionString: place.asOwner, maxConnections: 2, work: 'job' });
    try {
      if (place.orders <= JUDGED_ORDERS) await expectInvariantsHold(owner);
      await sealAsLongAgo(owner, client);
    } finally {
      await owner.close();
    }
  } finally {
    await client.end();
  }
}

/** A benchmark needs a valid shop, not random rows. @throws an error with the violated invariants. */
async function expectInvariantsHold(db: Database): Promise<void> {
  const broken = (await checkInvariantsOfAllRows(db)).filter(({ breaches }) => breaches.length > 0);
  if (broken.length > 0) throw new Error(JSON.stringify(broken, null, 1));
}

/**
 * An old shop's history was sealed hour by hour. A seal is created an hour after its rows were recorded, and the
 * invariants check a seal again for three hours.
 */
async function sealAsLongAgo(db: Database, superuser: pg.Client): Promise<void> {
  for (let passes = 0; passes < 2; passes += 1) {
    await storeLedgerAndAuditHashes(db);
    await superuser.query(`UPDATE history_seals SET created_at = created_at - interval '5 hours'`);
  }
}
