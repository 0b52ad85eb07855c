import type { Database, Queryable } from '../db/database.ts';
import { retryConflicts } from '../db/retry-conflicts.ts';
import {
  endExpiredQuote,
  failExpiredGroup,
  failShortReview,
  findDueReviews,
  findExpiredGroups,
  findExpiredQuotes,
  findGroupsToSecure,
  resumeForgottenReview,
  secureGroup,
} from '../features/groups/group-closing-repository.ts';
import type { Job } from './runner.ts';

const HOUR_MS = 3_600_000;

export interface CloseGroupsOptions {
  db: Database;
  /** Called when a group failed, so that refunds begin at once. */
  wakeRefunds: () => void;
  /** A review with its minimum reached is past its time: somebody must look. Told once an hour. */
  onReviewOverdue: (groupId: string) => void;
}

/** active past its deadline → failed; successful → secured; overdue reviews. @source domain.md sections 5 and 12 */
export function closeGroupsJob({ db, wakeRefunds, onReviewOverdue }: CloseGroupsOptions): Job {
  const tellOverdue = onceAnHour(onReviewOverdue);
  return {
    name: 'close-groups',
    everyMs: 5_000,
    async run({ isStopping }) {
      await moveAll(db, await findExpiredQuotes(db), endExpiredQuote, isStopping);
      const failed = await moveAll(db, await findExpiredGroups(db), failExpiredGroup, isStopping);
      await moveAll(db, await findGroupsToSecure(db), secureGroup, isStopping);

      const reviews = await findDueReviews(db);
      const short = reviews.filter((review) => review.isShort).map((review) => review.id);
      const failedReviews = await moveAll(db, short, failShortReview, isStopping);
      const met = reviews.filter((review) => !review.isShort);
      const forgotten = met.filter((review) => review.isForgotten).map((review) => review.id);
      await moveAll(db, forgotten, resumeForgottenReview, isStopping);
      tellOverdue(met.filter((review) => !review.isForgotten).map((review) => review.id));

      if (failed + failedReviews > 0) wakeRefunds();
    },
  };
}

/** Each group in a transaction of its own; one that cannot be moved does not hold up the others. */
async function moveAll(
  db: Database,
  groupIds: readonly string[],
  move: (db: Queryable, groupId: string) => Promise<boolean>,
  isStopping: () => boolean,
): Promise<number> {
  let moved = 0;
  const errors: unknown[] = [];
  for (const groupId of groupIds) {
    if (isStopping()) break;
    try {
      if (await retryConflicts(() => move(db, groupId))) moved += 1;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'some groups could not be moved');
  return moved;
}

/** Forgets those no longer named, so that a later alarm of the same group is told at once. */
function onceAnHour(tell: (id: string) => void): (ids: readonly string[]) => void {
  let toldAtMs = new Map<string, number>();
  return (ids) => {
    const before = toldAtMs;
    toldAtMs = new Map();
    for (const id of ids) {
      const lastMs = before.get(id) ?? 0;
      const isDue = Date.now() - lastMs >= HOUR_MS;
      if (isDue) tell(id);
      toldAtMs.set(id, isDue ? Date.now() : lastMs);
    }
  };
}
