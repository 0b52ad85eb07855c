import type { Queryable } from '../db/database.ts';
import { buildLagosDayStartSql } from './ledger-days.ts';

/** One ledger entry with the data of its posting. A credit is a positive amount. */
export interface PostingEntryRow {
  entry: number;
  posting: number;
  createdAt: Date;
  kind: string;
  ref: string;
  account: string;
  amountKobo: number;
}

interface PostingsPage {
  /** First day of the entries in Lagos time, and the day after the last one. */
  span: { from: string; to: string };
  /** Id of the entry at which the previous page ended. */
  after: number;
  limit: number;
}

/** Lists the entries of all postings in a span of days, in the order in which they were written. */
export async function findPostingEntries(
  db: Queryable,
  { span, after, limit }: PostingsPage,
): Promise<PostingEntryRow[]> {
  return db.query<PostingEntryRow>(
    `SELECT e.id AS entry, t.id AS posting, t.created_at AS "createdAt", t.kind, t.ref, a.code AS account,
       e.amount_kobo AS "amountKobo"
     FROM ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
     WHERE t.created_at >= ${buildLagosDayStartSql('$1::date')} AND t.created_at < ${buildLagosDayStartSql('$2::date')}
       AND e.id > $3
     ORDER BY e.id LIMIT $4`,
    [span.from, span.to, after, limit],
  );
}
