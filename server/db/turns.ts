import { LOCK_NOT_AVAILABLE } from './retry-conflicts.ts';

/**
 * Lets at most `atOnce` pieces of work run; the others wait in line, holding no connection.
 *
 * @returns what runs a piece of work in its turn. It throws like a lock that is not to be had (55P03) when `waitMs`
 *   are over first.
 */
export function openTurns(atOnce: number, waitMs: number) {
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

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await turn();
    try {
      return await work();
    } finally {
      const next = line.shift();
      // The next in line takes this turn over; with nobody waiting it is free.
      if (next) next();
      else running -= 1;
    }
  };
}
