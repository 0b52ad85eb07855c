import type { Database, Transaction } from '../database.ts';

/** Runs `work` in a transaction that is rolled back, and returns its result: a preview of what the work would do. */
export async function runAndRollBack<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  class TakenBack extends Error {}
  let answer: { result: Result } | undefined;
  await db
    .transaction(async (tx) => {
      answer = { result: await work(tx) };
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  return (answer as { result: Result }).result;
}
