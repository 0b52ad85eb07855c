import type { Queryable } from '../db/database.ts';

/** What was answered to an act, and the hash of its words. */
export interface KeptAnswer {
  words: string;
  answer: { data: unknown; text: string };
}

export async function findAnswer(db: Queryable, key: string): Promise<KeptAnswer | undefined> {
  const rows = await db.query<KeptAnswer>('SELECT words, answer FROM operator_answers WHERE key = $1', [key]);
  return rows[0];
}

/** The first one stays. */
export async function keepAnswer(db: Queryable, key: string, { words, answer }: KeptAnswer): Promise<void> {
  await db.query(
    'INSERT INTO operator_answers (key, words, answer) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING',
    [key, words, JSON.stringify(answer)],
  );
}
