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
import { type Apart, keepApart } from './keep-apart.ts';
import type { Job } from './runner.ts';

const HOUR_MS = 3_600_000;

export interface CloseGroupsOptions {
  db: Database;
  /** Called when a group failed, so that refunds begin at once. */
  wakeRefunds: () => void;
  /** A review with its minimum reached is past its time: somebody must look. Told once an hour. */
  onReviewOverdue: (groupId: string) => void;
}

/**
 * Moves groups that are due: active past its deadline fails (or waits), successful is secured, a review past its time
 * fails or goes on.
 *
 * @source groups.md and jobs.md
 */
export function closeGroupsJob({ db, wakeRefunds, onReviewOverdue }: CloseGroupsOptions): Job {
  const tellOverdue = onceAnHour(onReviewOverdue);
  return {
    name: 'close-groups',
    everyMs: 5_000,
    async run({ isStopping }) {
      // Each group apart from its neighbours, and each phase from the one before it.
      const groups = keepApart('some groups could not be moved');
      const moveAll = mover(db, groups, isStopping);
      await groups.run(async () => moveAll(await findExpiredQuotes(db), endExpiredQuote));
      await groups.run(async () => {
        if ((await moveAll(await findExpiredGroups(db), failExpiredGroup)) > 0) wakeRefunds();
      });
      await groups.run(async () => moveAll(await findGroupsToSecure(db), secureGroup));
      await groups.run(async () => {
        const reviews = await findDueReviews(db);
        const short = reviews.filter((review) => review.isShort).map((review) => review.id);
        if ((await moveAll(short, failShortReview)) > 0) wakeRefunds();
        const met = reviews.filter((review) => !review.isShort);
        const forgotten = met.filter((review) => review.isForgotten).map((review) => review.id);
        await moveAll(forgotten, resumeForgottenReview);
        tellOverdue(met.filter((review) => !review.isForgotten).map((review) => review.id));
      });
      groups.end();
    },
  };
}

type Move = (db: Queryable, groupId: string) => Promise<boolean>;

/** Each group in a transaction of its own. @returns how many moved. */
function mover(db: Database, groups: Apart, isStopping: () => boolean) {
  return async (groupIds: readonly string[], move: Move): Promise<number> => {
    let moved = 0;
    for (const groupId of groupIds) {
      if (isStopping()) break;
      if (await groups.run(() => retryConflicts(() => move(db, groupId)))) moved += 1;
    }
    return moved;
  };
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
