import type { Queryable } from '../db/database.ts';

/** What was answered to an action, and the hash of what was asked. */
export interface StoredAnswer {
  hash: string;
  answer: { data: unknown; said?: string | undefined };
}

export async function findAnswer(db: Queryable, key: string): Promise<StoredAnswer | undefined> {
  const rows = await db.query<StoredAnswer>(
    'SELECT words AS hash, answer FROM operator_answers WHERE key = $1',
    [key],
  );
  return rows[0];
}

/** The first one stays. */
export async function storeAnswer(db: Queryable, key: string, { hash, answer }: StoredAnswer): Promise<void> {
  await db.query(
    'INSERT INTO operator_answers (key, words, answer) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING',
    [key, hash, JSON.stringify(answer)],
  );
}
