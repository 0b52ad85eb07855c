import type { Queryable } from '../../../db/database.ts';
import { findAuditActionsByWords } from './audit-action-titles.ts';
import type { AuditQuery } from './audit-query.ts';
import type { AuditTarget } from './audit-target-repository.ts';

interface AuditSearch extends AuditQuery {
  actor?: string | undefined;
  /** A day in Lagos time, `YYYY-MM-DD`. */
  day?: string | undefined;
  /** Stored names of the actions to which the search is limited. */
  actions?: readonly string[];
  /** Stored names of the actions whose entries the search leaves out. */
  withoutActions?: readonly string[];
  /** Id of the last entry of the previous page. */
  before?: number | undefined;
  limit: number;
}

export interface AuditEntryRow {
  id: number;
  at: Date;
  actor: string;
  ip: string | null;
  action: string;
  target: string;
  reason: string | null;
  before: unknown;
  after: unknown;
}

/**
 * Finds the newest matching entries. Each part of the query reads the newest entries of one index and stops at the
 * page's size, so that a common word is found as quickly as a rare one.
 */
export async function findAuditEntries(db: Queryable, search: AuditSearch): Promise<AuditEntryRow[]> {
  const values: unknown[] = [];
  const put = (value: unknown) => `$${values.push(value)}`;
  const newest = buildNewestSql(search, put);
  const words = buildWordsSql(search, put);
  const from = ({ length }: { length: number }, targets: readonly AuditTarget[], and: string) =>
    length === 0
      ? []
      : [
          `SELECT hit.* FROM unnest(${put(targets.map(({ target }) => target))}::text[],
             ${put(targets.map(({ since }) => since))}::timestamptz[]) t (target, since) CROSS JOIN LATERAL (
             ${newest(`a.target = t.target AND a.created_at >= coalesce(t.since, '-infinity') ${and}`)}) hit`,
        ];
  const { targets, named } = search;
  const parts = targets
    ? from(targets, targets, words ? `AND (${words.condition})` : '')
    : words
      ? [
          ...words.acts.map((act) => newest(`a.action = ${act}`)),
          ...(words.reason ? [newest(words.reason)] : []),
          ...named.actors.map((actor) => newest(`a.actor = ${put(actor)}`)),
          ...from(named.targets, named.targets, ''),
        ]
      : [newest('true')];
  if (parts.length === 0) return [];
  return db.query<AuditEntryRow>(
    // `DISTINCT`, because an entry that several parts of the query find must be listed once.
    `SELECT DISTINCT * FROM (${parts.map((part) => `(${part})`).join(' UNION ALL ')}) found
     ORDER BY at DESC, id DESC LIMIT ${put(search.limit)}`,
    values,
  );
}

const COLUMNS = 'a.id, a.created_at AS at, a.actor, a.ip, a.action, a.target, a.reason, a.before, a.after';

type Put = (value: unknown) => string;

/** Builds a query of the newest entries that meet a condition and all filters. */
function buildNewestSql(
  { actor, day, actions, withoutActions, before, limit }: AuditSearch,
  put: Put,
): (condition: string) => string {
  const start = day === undefined ? '' : put(day);
  const filters = [
    actor !== undefined && `a.actor = ${put(actor)}`,
    actions && `a.action = ANY (${put(actions)}::text[])`,
    withoutActions && `a.action <> ALL (${put(withoutActions)}::text[])`,
    start && `a.created_at >= ${start}::date::timestamp AT TIME ZONE 'Africa/Lagos'`,
    start && `a.created_at < (${start}::date + 1)::timestamp AT TIME ZONE 'Africa/Lagos'`,
    before !== undefined &&
      `(a.created_at, a.id) < ((SELECT created_at FROM audit_log WHERE id = ${put(before)}), ${put(before)})`,
  ].filter(Boolean);
  const most = put(limit);
  return (condition) =>
    `SELECT ${COLUMNS} FROM audit_log a WHERE ${[condition, ...filters].join(' AND ')}
     ORDER BY at DESC, id DESC LIMIT ${most}`;
}

/** Builds the SQL conditions of the searched words; null when no word is searched. */
function buildWordsSql({ words }: AuditSearch, put: Put) {
  if (words.length === 0) return null;
  // Each action is a parameter of its own. The planner can estimate how often one action occurs, but not an array of
  // actions.
  const acts = findAuditActionsByWords(words).map(put);
  // Words are split at punctuation, as the index does: "don't" is stored as two words and would otherwise never be
  // found.
  const pieces = words.flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? []);
  const query = pieces.map((piece) => `${piece}:*`).join(' & ');
  const reason =
    query &&
    `a.reason IS NOT NULL AND to_tsvector('simple', a.reason) @@ to_tsquery('simple', ${put(query)})`;
  const either = [...acts.map((act) => `a.action = ${act}`), reason].filter(Boolean);
  return { acts, reason, condition: either.join(' OR ') || 'false' };
}
