import type { Queryable } from '../db/database.ts';

/** What was answered to an action, and the hash of what was asked. */
export interface KeptAnswer {
  hash: string;
  answer: { data: unknown; said?: string | undefined };
}

export async function findAnswer(db: Queryable, key: string): Promise<KeptAnswer | undefined> {
  const rows = await db.query<KeptAnswer>(
    'SELECT words AS hash, answer FROM operator_answers WHERE key = $1',
    [key],
  );
  return rows[0];
}

/** The first one stays. */
export async function keepAnswer(db: Queryable, key: string, { hash, answer }: KeptAnswer): Promise<void> {
  await db.query(
    'INSERT INTO operator_answers (key, words, answer) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING',
    [key, hash, JSON.stringify(answer)],
  );
}
