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
      const errors: unknown[] = [];
      const moveAll = (ids: readonly string[], move: Move) => moveEach(db, ids, move, { isStopping, errors });
      await moveAll(await findExpiredQuotes(db), endExpiredQuote);
      const failed = await moveAll(await findExpiredGroups(db), failExpiredGroup);
      await moveAll(await findGroupsToSecure(db), secureGroup);

      const reviews = await findDueReviews(db);
      const short = reviews.filter((review) => review.isShort).map((review) => review.id);
      const failedReviews = await moveAll(short, failShortReview);
      const met = reviews.filter((review) => !review.isShort);
      const forgotten = met.filter((review) => review.isForgotten).map((review) => review.id);
      await moveAll(forgotten, resumeForgottenReview);
      tellOverdue(met.filter((review) => !review.isForgotten).map((review) => review.id));

      if (failed + failedReviews > 0) wakeRefunds();
      if (errors.length > 0) throw new AggregateError(errors, 'some groups could not be moved');
    },
  };
}

type Move = (db: Queryable, groupId: string) => Promise<boolean>;

/** Each group in a transaction of its own; one that cannot be moved holds up no other, here or in a later step. */
async function moveEach(
  db: Database,
  groupIds: readonly string[],
  move: Move,
  { isStopping, errors }: { isStopping: () => boolean; errors: unknown[] },
): Promise<number> {
  let moved = 0;
  for (const groupId of groupIds) {
    if (isStopping()) break;
    try {
      if (await retryConflicts(() => move(db, groupId))) moved += 1;
    } catch (error) {
      errors.push(error);
    }
  }
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
