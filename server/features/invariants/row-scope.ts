import type { Queryable } from '../../db/database.ts';
import { buildLedgerTotalsFromStoredDaySql, LEDGER_TOTALS_SQL } from '../../ledger/ledger-days.ts';

interface JudgedTable {
  key: string;
  type: 'bigint' | 'uuid' | 'text' | 'date';
  /**
   * SQL for the keys of rows that are new since `$1` or can still change. `$2` and later parameters are the keys of
   * each table in `after`.
   */
  recent: string;
  after?: readonly string[];
  /** Number of rows in one block; expensive checks use small blocks. */
  blockRows?: number;
}

const LIVE = `('created', 'pending')`;
/** SQL for the key of a seal: the table's name and the seal's number, because numbers repeat across tables. */
const SEAL = `(table_name || ':' || place)`;
const REFUNDS = `('group_refund', 'item_refund')`;

/** Describes a table whose rows are written with a row of the table `leader`, which decides whether they are new. */
function judgedWith(
  leader: string,
  table: string,
  by: string,
  keyed: Pick<JudgedTable, 'key' | 'type'>,
): JudgedTable {
  const recent = `SELECT ${keyed.key} AS key FROM ${table} WHERE ${by} = ANY ($2::${keyed.type}[]) AND $1::timestamptz IS NOT NULL`;
  return { ...keyed, after: [leader], recent };
}

/**
 * The tables whose rows are checked one by one. In a query `judged_<table>` means the rows to check; the plain name
 * means all rows.
 */
export const INVARIANT_CHECKED_TABLES: Readonly<Record<string, JudgedTable>> = {
  ledger_tx: {
    key: 'id',
    type: 'bigint',
    recent: 'SELECT id AS key FROM ledger_tx WHERE created_at >= $1',
  },
  ledger_days: {
    key: 'day',
    type: 'date',
    recent: `SELECT DISTINCT day::text AS key FROM ledger_days
             WHERE day = (SELECT max(day) FROM ledger_days) AND created_at >= $1`,
  },
  users: { key: 'id', type: 'uuid', recent: 'SELECT id AS key FROM users WHERE created_at >= $1' },
  wallets: {
    key: 'account_id',
    type: 'bigint',
    after: ['ledger_tx'],
    recent: `SELECT w.account_id AS key FROM unnest($2::bigint[]) t (id) JOIN ledger_entries e ON e.tx_id = t.id
               JOIN wallets w ON w.account_id = e.account_id AND $1::timestamptz IS NOT NULL
             UNION SELECT w.account_id FROM wallet_holds h JOIN wallets w ON w.user_id = h.user_id WHERE h.status = 'held'`,
  },
  payments: {
    key: 'id',
    type: 'uuid',
    after: ['ledger_tx'],
    recent: `SELECT id AS key FROM payments WHERE created_at >= $1
             UNION SELECT id FROM payments WHERE status IN ${LIVE}
             UNION SELECT p.id FROM ledger_tx t JOIN payments p ON p.reference = t.ref
             WHERE t.id = ANY ($2::bigint[]) AND t.kind = 'order_payment'`,
  },
  provider_transactions: {
    key: 'tx_id',
    type: 'text',
    after: ['ledger_tx', 'payments'],
    recent: `SELECT tx_id AS key FROM provider_transactions WHERE seen_at >= $1
             UNION SELECT p.tx_id FROM ledger_tx t JOIN provider_transactions p ON p.tx_id = t.ref WHERE t.id = ANY ($2::bigint[])
             UNION SELECT x.tx_id FROM payments p JOIN provider_transactions x ON x.reference = p.reference
             WHERE p.id = ANY ($3::uuid[])`,
  },
  orders: judgedWith('payments', 'orders', 'payment_id', { key: 'id', type: 'uuid' }),
  order_items: {
    key: 'id',
    type: 'bigint',
    after: ['ledger_tx', 'orders'],
    recent: `SELECT id AS key FROM order_items WHERE order_id = ANY ($3::uuid[]) AND $1::timestamptz IS NOT NULL
             UNION SELECT i.id FROM ledger_tx t JOIN order_items i ON i.id = split_part(t.ref, ':', 1)::bigint
             WHERE t.id = ANY ($2::bigint[]) AND t.kind IN ${REFUNDS}`,
  },
  groups: {
    key: 'id',
    type: 'uuid',
    after: ['ledger_tx', 'order_items'],
    recent: `SELECT id AS key FROM groups WHERE status IN ('active', 'successful', 'failed', 'manual_review')
             UNION SELECT group_id FROM group_history WHERE created_at >= $1
             UNION SELECT group_id FROM order_items WHERE id = ANY ($3::bigint[])
             UNION SELECT a.group_id FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
             WHERE e.tx_id = ANY ($2::bigint[]) AND a.group_id IS NOT NULL`,
  },
  referrals: {
    key: 'referee_id',
    type: 'uuid',
    after: ['order_items'],
    recent: `SELECT referee_id AS key FROM referrals WHERE qualified_at >= $1
             UNION SELECT referee_id FROM referrals WHERE reversed_at >= $1
             UNION SELECT f.referee_id FROM order_items i JOIN referrals f ON f.referee_id = i.user_id
             WHERE i.id = ANY ($2::bigint[])`,
  },
  referral_rounds: judgedWith('ledger_tx', 'referral_rounds', 'ledger_tx_id', {
    key: 'ledger_tx_id',
    type: 'bigint',
  }),
  recon_items: {
    key: 'id',
    type: 'bigint',
    recent: `SELECT id AS key FROM recon_items WHERE status = 'open' UNION SELECT id FROM recon_items WHERE resolved_at >= $1`,
  },
  provider_events: {
    key: 'id',
    type: 'bigint',
    recent: 'SELECT id AS key FROM provider_events WHERE created_at >= $1',
  },
  provider_reversals: {
    key: 'id',
    type: 'text',
    recent: `SELECT id AS key FROM provider_reversals WHERE updated_at >= $1`,
  },
  provider_settlements: {
    key: 'id',
    type: 'text',
    recent: `SELECT id AS key FROM provider_settlements WHERE created_at >= $1`,
  },
  // A check hashes the 100,000 rows of each seal again, so a block has only a few seals.
  history_seals: {
    key: SEAL,
    type: 'text',
    blockRows: 30,
    recent: `SELECT ${SEAL} AS key FROM history_seals WHERE created_at >= now() - interval '3 hours' AND $1::timestamptz IS NOT NULL`,
  },
  card_refunds: {
    key: 'id',
    type: 'uuid',
    recent: `SELECT id AS key FROM card_refunds WHERE status IN ('asked', 'sent')
             UNION SELECT id FROM card_refunds WHERE updated_at >= $1`,
  },
};

/**
 * The rows that a check covers. Up to the day `sealed`, stored totals of each day are used instead of the ledger
 * entries.
 */
export type InvariantRowScope =
  | { rows: 'all' }
  | { rows: 'recent'; sealed: string | null; keys: ReadonlyMap<string, readonly unknown[]> }
  | { rows: 'block'; sealed: string | null; table: string; after: unknown; upTo: unknown };

export function listTablesCheckedBySql(sql: string): string[] {
  return Object.keys(INVARIANT_CHECKED_TABLES).filter((table) =>
    new RegExp(`\\bjudged_${table}\\b`).test(sql),
  );
}

/**
 * Limits an invariant's query to the given rows: adds a `WITH` clause in which each `judged_<table>` has only those
 * rows.
 */
export function limitInvariantSqlToRows(
  sql: string,
  scope: InvariantRowScope,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const tables = listTablesCheckedBySql(sql).map((table) => {
    const { key, type } = INVARIANT_CHECKED_TABLES[table] as JudgedTable;
    const where = rowsOf(
      table,
      scope,
      (value, isList) => `${place(value)}::${type}${isList ? '[]' : ''}`,
      key,
    );
    return `judged_${table} AS NOT MATERIALIZED (SELECT * FROM ${table}${where})`;
  });
  if (sql.includes('ledger_sums')) {
    const sums =
      scope.rows === 'all' ? LEDGER_TOTALS_SQL : buildLedgerTotalsFromStoredDaySql(place(scope.sealed));
    tables.push(`ledger_sums AS (${sums})`);
  }
  const before = tables.length > 0 ? `WITH ${tables.join(', ')} ` : '';
  return { text: `${before}SELECT breach FROM (${sql}) found`, values };
}

function rowsOf(
  table: string,
  scope: InvariantRowScope,
  place: (value: unknown, isList: boolean) => string,
  key: string,
): string {
  if (scope.rows === 'all') return '';
  if (scope.rows === 'recent') return ` WHERE ${key} = ANY (${place(scope.keys.get(table) ?? [], true)})`;
  if (scope.table !== table) return ' WHERE false';
  const from = scope.after === null ? '' : `${key} > ${place(scope.after, false)} AND `;
  return ` WHERE ${from}${key} <= ${place(scope.upTo, false)}`;
}

/** Finds the keys of the rows to check, by table: those added since `since`, and those that can still change. */
export async function findKeysOfRowsToCheck(
  tx: Queryable,
  since: Date,
): Promise<Map<string, readonly unknown[]>> {
  const keys = new Map<string, readonly unknown[]>();
  for (const [table, { recent, after = [] }] of Object.entries(INVARIANT_CHECKED_TABLES)) {
    const rows = await tx.query<{ key: unknown }>(recent, [since, ...after.map((one) => keys.get(one))]);
    keys.set(
      table,
      rows.map(({ key }) => key),
    );
  }
  return keys;
}

/** @returns the last key of the next block, of at most `rows` rows after `after`; null: no rows are left. */
export async function findLastKeyOfNextBlock(
  db: Queryable,
  table: string,
  after: unknown,
  rows: number,
): Promise<unknown> {
  const { key, type, blockRows = rows } = INVARIANT_CHECKED_TABLES[table] as JudgedTable;
  const [end] = await db.query<{ upTo: unknown }>(
    `SELECT key::text AS "upTo" FROM (
       SELECT ${key} AS key FROM ${table} WHERE $1::text IS NULL OR ${key} > $1::text::${type} ORDER BY ${key} LIMIT $2) block
     ORDER BY block.key DESC LIMIT 1`,
    [after, Math.min(rows, blockRows)],
  );
  return end?.upTo ?? null;
}
