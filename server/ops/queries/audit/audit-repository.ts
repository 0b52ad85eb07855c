import type { Queryable } from '../../../db/database.ts';
import { findAuditActionsByWords } from './audit-action-titles.ts';
import type { AuditLogQuery } from './audit-query.ts';
import type { AuditTarget } from './audit-target-repository.ts';

interface AuditSearch extends AuditLogQuery {
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
 * Finds the newest matching entries. Each part of the query stops at the page's size, so that a common word is found
 * as quickly as a rare one.
 */
export async function findAuditEntries(db: Queryable, search: AuditSearch): Promise<AuditEntryRow[]> {
  const values: unknown[] = [];
  const put = (value: unknown) => `$${values.push(value)}`;
  const matching = buildMatchingSql(search, put);
  const most = put(search.limit);
  const newest: NewestSql = (condition, sortedFirstBy) =>
    `${matching(condition)} ${sort(most, sortedFirstBy)}`;
  const wordsSql = buildWordsSql(search, put);
  const newestOf = (column: 'action' | 'actor', value: string) =>
    newest(`a.${column} = ANY (${put([value])}::text[])`, column);
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
    ? from(targets, targets, wordsSql ? `AND (${wordsSql.buildCondition()})` : '')
    : wordsSql
      ? [
          ...wordsSql.acts.map((action) => newestOf('action', action)),
          ...(wordsSql.reason ? [buildNewestByReasonSql(matching, wordsSql.reason, search, most)] : []),
          ...named.actors.map((actor) => newestOf('actor', actor)),
          ...from(named.targets, named.targets, ''),
        ]
      : [newest('true', getOwnIndexColumn(search))];
  if (parts.length === 0) return [];
  return db.query<AuditEntryRow>(
    // `DISTINCT` lists an entry only once when several parts of the query find it.
    `SELECT DISTINCT * FROM (${parts.map((part) => `(${part})`).join(' UNION ALL ')}) found
     ${sort(most)}`,
    values,
  );
}

const COLUMNS = 'a.id, a.created_at AS at, a.actor, a.ip, a.action, a.target, a.reason, a.before, a.after';

type Put = (value: unknown) => string;

type NewestSql = (condition: string, sortedFirstBy?: 'action' | 'actor') => string;

/**
 * Builds the `ORDER BY` and `LIMIT` of a query: newest entries first.
 * @param firstBy a column that the query limits to one value. Sorting by this column first does not change the order,
 * but makes PostgreSQL read the column's index instead of the whole log.
 */
const sort = (limit: string, firstBy?: string): string =>
  `ORDER BY ${firstBy === undefined ? '' : `${firstBy} DESC, `}at DESC, id DESC LIMIT ${limit}`;

const getOwnIndexColumn = ({ actor }: AuditSearch) => (actor === undefined ? undefined : 'actor');

/** Builds an unsorted query of the entries that meet a condition and all filters. */
function buildMatchingSql(
  { actor, day, actions, withoutActions, before }: AuditSearch,
  put: Put,
): (condition: string) => string {
  const start = day === undefined ? '' : put(day);
  const filters = [
    actor !== undefined && `a.actor = ANY (${put([actor])}::text[])`,
    actions && `a.action = ANY (${put(actions)}::text[])`,
    withoutActions && `a.action <> ALL (${put(withoutActions)}::text[])`,
    start && `a.created_at >= ${start}::date::timestamp AT TIME ZONE 'Africa/Lagos'`,
    start && `a.created_at < (${start}::date + 1)::timestamp AT TIME ZONE 'Africa/Lagos'`,
    before !== undefined &&
      `(a.created_at, a.id) < ((SELECT created_at FROM audit_log WHERE id = ${put(before)}), ${put(before)})`,
  ].filter(Boolean);
  return (condition) => `SELECT ${COLUMNS} FROM audit_log a WHERE ${[condition, ...filters].join(' AND ')}`;
}

/** Number of the newest entries that are searched first; they usually fill the page without the word index. */
const RECENT_ENTRIES = 1_000;

/**
 * Builds a query of the newest entries whose reason has the words. The index of words, which has no order, is read
 * only if recent entries do not fill the page.
 */
function buildNewestByReasonSql(
  matching: (condition: string) => string,
  words: string,
  search: AuditSearch,
  limit: string,
): string {
  return `WITH recent AS MATERIALIZED (
      SELECT * FROM (${matching('true')} ${sort(String(RECENT_ENTRIES), getOwnIndexColumn(search))}) a
      WHERE ${words} ${sort(limit)})
    SELECT * FROM recent UNION ALL (
      SELECT * FROM (${matching(words)} OFFSET 0) a WHERE (SELECT count(*) FROM recent) < ${limit} ${sort(limit)})`;
}

/** Builds the SQL conditions of the searched words; null when no word is searched. */
function buildWordsSql({ words }: AuditSearch, put: Put) {
  if (words.length === 0) return null;
  const actions = findAuditActionsByWords(words);
  // Words are split at punctuation like in the index, which stores "don't" as two words.
  const pieces = words.flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? []);
  const query = pieces.map((piece) => `${piece}:*`).join(' & ');
  const reason =
    query &&
    `a.reason IS NOT NULL AND to_tsvector('simple', a.reason) @@ to_tsquery('simple', ${put(query)})`;
  const buildCondition = () =>
    [actions.length > 0 && `a.action = ANY (${put(actions)}::text[])`, reason].filter(Boolean).join(' OR ') ||
    'false';
  return { acts: actions, reason, buildCondition };
}
