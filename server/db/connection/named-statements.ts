import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Largest number of prepared statements. A larger number means that the code builds SQL texts without end. */
const MOST_NAMES = 1_000;
const names = new Map<string, string>();
/** Part of every prepared statement's name. Increasing it makes all connections prepare their statements again. */
let generation = 0;

/**
 * Names the statement, so that each connection plans it only once. A text without values stays unnamed, because it may
 * not be preparable.
 */
export function createNamedStatement(text: string, values: unknown[] | undefined): pg.QueryConfig {
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

/**
 * Builds a readable name from verb and first table (`SELECT orders`), for traces. PostgreSQL limits names to 63
 * characters.
 */
function describe(text: string): string {
  const [verb = ''] = /\w+/.exec(text) ?? [];
  const [, table = ''] = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(\w+)/i.exec(text) ?? [];
  return `${verb} ${table}`.trim().slice(0, 36);
}

/**
 * Returns true when a migration has changed the result columns of a prepared statement (0A000). The caller may then
 * repeat the statement, or its whole transaction.
 */
export function isStaleQueryPlanError(error: unknown, sent: pg.QueryConfig): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown };
  if (code !== '0A000' || routine !== 'RevalidateCachedQuery') return false;
  // Many statements may fail at once. Only the first one renames all statements, so that they are prepared again only
  // once.
  if (sent.name?.endsWith(`.${generation}`)) generation += 1;
  return true;
}
