import type { Queryable } from '../db/database.ts';

/** The stored result of an action, with a hash of the request by which a repeat is recognised. */
export interface StoredActionResult {
  hash: string;
  answer: { data: unknown; text?: string | undefined };
}

export async function findStoredActionResult(
  db: Queryable,
  key: string,
): Promise<StoredActionResult | undefined> {
  const rows = await db.query<StoredActionResult>(
    'SELECT words AS hash, answer FROM operator_answers WHERE key = $1',
    [key],
  );
  return rows[0];
}

/** Stores the result unless the idempotency key already has one. */
export async function storeActionResult(
  db: Queryable,
  key: string,
  { hash, answer }: StoredActionResult,
): Promise<void> {
  await db.query(
    'INSERT INTO operator_answers (key, words, answer) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING',
    [key, hash, JSON.stringify(answer)],
  );
}
