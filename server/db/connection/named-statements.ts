import { createHash } from 'node:crypto';
import type pg from 'pg';

/** More names mean that texts are built at run time, and every connection would store each of them. */
const MOST_NAMES = 1_000;
const names = new Map<string, string>();
/** Part of every name. A new generation makes all connections prepare again. */
let generation = 0;

/**
 * Names the statement, so that each connection parses and plans it once. A text without values stays unnamed: it may
 * hold several statements, or one that cannot be prepared (BEGIN, SET).
 */
export function namedStatement(text: string, values: unknown[] | undefined): pg.QueryConfig {
  if (values === undefined) return { text };
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= MOST_NAMES) return { text, values };
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    name = `${describe(text)} ${hash}`;
    names.set(text, name);
  }
  return { name: `${name}.${generation}`, text, values };
}

/** Verb and first table, for people who read a trace: `SELECT orders`. PostgreSQL limits names to 63 characters. */
function describe(text: string): string {
  const [verb = ''] = /\w+/.exec(text) ?? [];
  const [, table = ''] = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(\w+)/i.exec(text) ?? [];
  return `${verb} ${table}`.trim().slice(0, 36);
}

/**
 * True when a statement failed because a migration changed its result columns after it was prepared (0A000, `cached
 * plan must not change result type`). The statement had no effect and is prepared again on every connection. Inside a
 * transaction `retryConflicts` repeats the whole.
 */
export function isStalePlanError(error: unknown, sent: pg.QueryConfig): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown };
  if (code !== '0A000' || routine !== 'RevalidateCachedQuery') return false;
  // When many statements fail at once, only the first starts a new generation.
  if (sent.name?.endsWith(`.${generation}`)) generation += 1;
  return true;
}
