import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Texts are constants: more than this would mean that somebody builds them, and each stays in every connection. */
const MOST_NAMES = 1_000;
const names = new Map<string, string>();
/** Part of every name. A new one makes all connections prepare anew. */
let generation = 0;

/**
 * A statement under a name of its own: each connection parses and plans it once and then only runs it. A text without
 * values stays unnamed, since it may be several statements, or one that cannot be prepared (BEGIN, SET).
 */
export function asNamed(text: string, values: unknown[] | undefined): pg.QueryConfig {
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

/** Its verb and first table, for people who read it in a trace: `SELECT orders`. PostgreSQL keeps 63 characters of a name. */
function describe(text: string): string {
  const [verb = ''] = /\w+/.exec(text) ?? [];
  const [, table = ''] = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(\w+)/i.exec(text) ?? [];
  return `${verb} ${table}`.trim().slice(0, 36);
}

/**
 * Whether a statement failed because a migration has changed its columns since it was prepared (0A000, `cached plan
 * must not change result type`). It did nothing then, and is prepared anew, here and in every connection, when it is
 * sent again. In a transaction all of it is done again, by `retryConflicts`.
 */
export function isStale(error: unknown, sent: pg.QueryConfig): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown };
  if (code !== '0A000' || routine !== 'RevalidateCachedQuery') return false;
  // When many statements fail at once, only the first begins a new generation of names.
  if (sent.name?.endsWith(`.${generation}`)) generation += 1;
  return true;
}
