import { LOCK_NOT_AVAILABLE } from './retry-conflicts.ts';

interface Turns {
  /** Runs a piece of work in its turn. Throws like a lock that is not to be had (55P03) when none comes in time. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  countWaiting(): number;
}

/** Lets at most `atOnce` pieces of work run; the others wait in line for up to `waitMs`, holding no connection. */
export function openTurns(atOnce: number, waitMs: number): Turns {
  let running = 0;
  const line: (() => void)[] = [];

  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (running < atOnce) {
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
        reject(Object.assign(new Error('no turn came in time'), { code: LOCK_NOT_AVAILABLE }));
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
        // The next in line takes this turn over; with nobody waiting it is free.
        if (next) next();
        else running -= 1;
      }
    },
    countWaiting: () => line.length,
  };
}
