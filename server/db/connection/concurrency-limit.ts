import { LOCK_NOT_AVAILABLE_SQLSTATE } from './retry-conflicts.ts';

interface ConcurrencyLimit {
  /**
   * Runs `work` when fewer than the allowed tasks are running.
   * @throws a lock timeout (55P03) after the waiting time.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  countWaiting(): number;
}

/** Runs at most `maxRunning` tasks at once. Others wait up to `waitMs` without holding a connection. */
export function createConcurrencyLimit(maxRunning: number, waitMs: number): ConcurrencyLimit {
  let running = 0;
  const line: (() => void)[] = [];

  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (running < maxRunning) {
        running += 1;
        resolve();
        return;
      }
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(begin), 1);
        reject(Object.assign(new Error('no turn came in time'), { code: LOCK_NOT_AVAILABLE_SQLSTATE }));
      }, waitMs);
      line.push(begin);
    });

  return {
    async run(work) {
      await turn();
      try {
        return await work();
      } finally {
        const next = line.shift();
        // The next waiting task starts in place of this one, so `running` stays the same.
        if (next) next();
        else running -= 1;
      }
    },
    countWaiting: () => line.length,
  };
}
