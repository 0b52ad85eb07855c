import type { Queryable } from '../db/database.ts';
import { areCommitsWaitingForReplica } from './machine-repository.ts';

const CHECK_EVERY_MS = 10_000;
const WAITING_SECONDS = 5;

interface CommitWatch {
  onWait: () => void;
  onReturn: () => void;
}

/** Detects commits that wait for a silent replica. While they wait, no alarm can be stored, so callbacks report it. */
export function watchCommitsWaitingForReplica(db: Queryable, { onWait, onReturn }: CommitWatch): () => void {
  let isWaiting = false;
  const check = async (): Promise<void> => {
    const isSo = await areCommitsWaitingForReplica(db, WAITING_SECONDS);
    if (isSo === isWaiting) return;
    isWaiting = isSo;
    (isSo ? onWait : onReturn)();
  };
  const timer = setInterval(() => void check().catch(() => undefined), CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
