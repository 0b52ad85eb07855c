import type { Queryable } from '../../db/database.ts';
import type { Invariant } from './invariant.ts';

/**
 * Tables whose rows never change, with the columns that their seals cover. A seal is a hash that reveals later
 * changes.
 */
const SEALED: Readonly<Record<string, string>> = {
  ledger_tx: 'kind, ref, reason, description, metadata, actor',
  ledger_entries: 'tx_id, account_id, amount_kobo',
  audit_log: 'actor, action, target, before, after, reason, ip',
};
/** Age at which rows are certain to be committed or rolled back, because no transaction runs that long. */
const REST = `interval '1 hour'`;
/** Number of rows in one seal. Hashing them takes about a second. */
const ROWS = 100_000;

/** Builds SQL that counts and hashes a range of rows. MD5 is the same on all machines and PostgreSQL releases. */
const digestOf = (table: string, fromId: string, uptoId: string): string =>
  `SELECT count(*) AS row_count, coalesce(sum(('x' || left(md5(
       id || '|' || extract(epoch FROM created_at) || '|' || to_jsonb(ROW(${SEALED[table]}))::text), 16))::bit(64)::bigint), 0) AS digest
   FROM ${table} WHERE id > ${fromId} AND id <= ${uptoId}`;

/** Stores a hash (a seal) of each block of ledger and audit rows older than an hour. Repeating this changes nothing. */
export async function storeLedgerAndAuditHashes(db: Queryable): Promise<void> {
  for (const table of Object.keys(SEALED)) {
    for (let sealed = 1; sealed > 0; ) {
      const rows = await db.query(
        `INSERT INTO history_seals (table_name, place, from_id, upto_id, row_count, digest, next_id)
         SELECT $1, place, from_id, upto_id, sealed.row_count, sealed.digest,
           greatest(upto_id, (SELECT coalesce(max(id), 0) FROM ${table}))
         FROM (SELECT coalesce(max(place), 0) + 1 AS place, coalesce(max(upto_id), 0) AS from_id, coalesce(greatest(max(upto_id),
                 least(max(upto_id) + $2, max(next_id) FILTER (WHERE created_at <= now() - ${REST}))), 0) AS upto_id
               FROM history_seals WHERE table_name = $1
               HAVING coalesce(max(created_at), '-infinity') <= now() - ${REST}
                 OR max(upto_id) < max(next_id) FILTER (WHERE created_at <= now() - ${REST})) due
         CROSS JOIN LATERAL (${digestOf(table, 'due.from_id', 'due.upto_id')}) sealed
         ON CONFLICT DO NOTHING RETURNING 1`,
        [table, ROWS],
      );
      sealed = rows.length;
    }
  }
}

const changed = (table: string): string =>
  `SELECT 'rows of ${table} from ' || s.from_id || ' to ' || s.upto_id || ' are no longer what they were' AS breach
   FROM judged_history_seals s CROSS JOIN LATERAL (${digestOf(table, 's.from_id', 's.upto_id')}) found
   WHERE s.table_name = '${table}' AND (s.row_count, s.digest) IS DISTINCT FROM (found.row_count, found.digest)`;

export const immutableHistoryInvariants: readonly Invariant[] = [
  {
    name: 'I26',
    description: 'Ledger and audit rows are never updated or deleted',
    sql: `SELECT guarded.name || ' is not guarded' AS breach
          FROM unnest(ARRAY['ledger_tx', 'ledger_entries', 'audit_log', 'history_seals']) AS guarded (name)
          WHERE (SELECT count(*) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
                 WHERE t.tgrelid = to_regclass(guarded.name) AND p.proname = 'refuse_change'
                   AND t.tgenabled = 'O') < 2
          UNION ALL ${Object.keys(SEALED).map(changed).join('\n UNION ALL ')}`,
  },
];
