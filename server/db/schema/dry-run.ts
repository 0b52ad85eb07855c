import type { Database, Transaction } from '../database.ts';

/** Runs `work` in a transaction and rolls it back. The result shows what the work would do. */
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
