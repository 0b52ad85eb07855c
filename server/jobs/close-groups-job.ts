import { retryOnConflict } from '../db/connection/retry-conflicts.ts';
import type { Database, Queryable } from '../db/database.ts';
import {
  closeExpiredGroupToNewBuyers,
  findGroupIdsToCloseAfterDeadline,
  findGroupIdsToCloseToNewBuyers,
  findGroupIdsToMoveToSecured,
  findOverdueGroupReviews,
} from '../features/groups/group-closing-repository.ts';
import {
  failExpiredGroup,
  failGroupAfterOverdueReview,
  GroupStatusChangeRefusedError,
  moveGroupToSecured,
  resumeGroupAfterReview,
} from '../features/groups/group-moves.ts';
import { createErrorCollector, type ErrorCollector } from '../lib/error-collector.ts';
import type { Job } from './runner.ts';

const HOUR_MS = 3_600_000;

export interface CloseGroupsJobOptions {
  db: Database;
  /** Called when a group failed, so that refunds begin at once. */
  wakeRefunds: () => void;
  /** Called once an hour for each group whose review is overdue, to remind operators of the decision. */
  onReviewOverdue: (groupId: string) => void;
}

/**
 * Changes the status of groups whose time is over.
 * @source groups.md and jobs.md
 */
export function createCloseGroupsJob({ db, wakeRefunds, onReviewOverdue }: CloseGroupsJobOptions): Job {
  const notifyOverdue = onceAnHour(onReviewOverdue);
  return {
    name: 'close-groups',
    everyMs: 5_000,
    async run({ isStopping }) {
      // An error of one group or one kind of status change must not stop the other changes.
      const groups = createErrorCollector('some groups could not be moved');
      const moveAll = mover(db, groups, isStopping);
      await groups.run(async () => moveAll(await findGroupIdsToCloseToNewBuyers(db), endQuote));
      await groups.run(async () => {
        if ((await moveAll(await findGroupIdsToCloseAfterDeadline(db), failExpired)) > 0) wakeRefunds();
      });
      await groups.run(async () => moveAll(await findGroupIdsToMoveToSecured(db), secure));
      await groups.run(async () => {
        const reviews = await findOverdueGroupReviews(db);
        const short = reviews.filter((review) => review.isShort).map((review) => review.id);
        if ((await moveAll(short, failShort)) > 0) wakeRefunds();
        const met = reviews.filter((review) => !review.isShort);
        const forgotten = met.filter((review) => review.isForgotten).map((review) => review.id);
        await moveAll(forgotten, resumeForgotten);
        notifyOverdue(met.filter((review) => !review.isForgotten).map((review) => review.id));
      });
      groups.end();
    },
  };
}

/** Changes one group's status in a transaction. @returns false when its current status does not allow the change. */
type Move = (db: Database, groupId: string) => Promise<boolean>;

const inTransaction =
  (move: (tx: Queryable, groupId: string) => Promise<boolean>): Move =>
  (db, groupId) =>
    db.transaction((tx) => move(tx, groupId));

/** Closes each group to new buyers in a statement of its own, so that its row is locked only briefly. */
const endQuote: Move = (db, groupId) => retryOnConflict(() => closeExpiredGroupToNewBuyers(db, groupId));
const failExpired = inTransaction(failExpiredGroup);
const secure = inTransaction(moveGroupToSecured);
const failShort = inTransaction(failGroupAfterOverdueReview);

/** Resumes a group whose review no operator has decided in time, unless a later group of its product is open. */
const resumeForgotten: Move = async (db, groupId) => {
  try {
    return await db.transaction((tx) => resumeGroupAfterReview(tx, groupId));
  } catch (error) {
    if (error instanceof GroupStatusChangeRefusedError) return false;
    throw error;
  }
};

/**
 * Creates a function that changes the status of groups one by one, so that an error affects only one group. The
 * function returns how many groups it changed.
 */
function mover(db: Database, groups: ErrorCollector, isStopping: () => boolean) {
  return async (groupIds: readonly string[], move: Move): Promise<number> => {
    let moved = 0;
    for (const groupId of groupIds) {
      if (isStopping()) break;
      if (await groups.run(() => move(db, groupId))) moved += 1;
    }
    return moved;
  };
}

/**
 * Creates a function that reports each listed group id at most once an hour. An id that was missing from the previous
 * list is reported at once.
 */
function onceAnHour(notify: (id: string) => void): (ids: readonly string[]) => void {
  let notifiedAtMs = new Map<string, number>();
  return (ids) => {
    const before = notifiedAtMs;
    notifiedAtMs = new Map();
    for (const id of ids) {
      const lastMs = before.get(id) ?? 0;
      const isDue = Date.now() - lastMs >= HOUR_MS;
      if (isDue) notify(id);
      notifiedAtMs.set(id, isDue ? Date.now() : lastMs);
    }
  };
}
