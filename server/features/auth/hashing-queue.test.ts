import { expect, test } from 'vitest';
import { createHashingQueue } from './hashing-queue.ts';

test('two run, fifty wait, the rest is refused with 429', async () => {
  const gate = createHashingQueue(2, 50);
  let running = 0;
  let most = 0;
  const release: (() => void)[] = [];
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => release.push(resolve));
    running -= 1;
  };
  // The second round proves that every finished job has freed its slot exactly once.
  for (let rush = 0; rush < 2; rush += 1) {
    const results = Promise.allSettled(
      Array.from({ length: 55 }, () => gate({ bucket: 'one', isKnown: false }, work)),
    );
    while (release.length > 0) {
      release.shift()?.();
      await new Promise(setImmediate);
    }
    const settled = await results;
    const refused = settled.filter((one) => one.status === 'rejected').map((one) => one.reason);
    expect(refused.map((one) => [one.status, one.details.retryAfterSeconds])).toEqual(
      Array(3).fill([429, 2]),
    );
  }
  expect(most).toBe(2);
});

/**
 * Sends these callers in order to a queue that runs one job and lets four wait.
 * @returns the served callers, in order.
 */
async function servedOf(callers: readonly string[]): Promise<string[]> {
  const gate = createHashingQueue(1, 4);
  const served: string[] = [];
  await Promise.allSettled(
    callers.map((name) =>
      gate({ bucket: name[0] as string, isKnown: name === name.toUpperCase() }, async () => {
        served.push(name);
        await new Promise(setImmediate);
      }),
    ),
  );
  return served;
}

// Each letter is a caller, and a capital letter a known one. The first is served at once, and four can wait.
test.each([
  ['all of one crowd, when nobody else comes', ['a', 'a', 'a', 'a', 'a', 'a'], ['a', 'a', 'a', 'a', 'a']],
  ['a newcomer instead of the last of the crowd', ['a', 'a', 'a', 'a', 'a', 'b'], ['a', 'a', 'a', 'a', 'b']],
  ['nobody instead of others with as many places', ['a', 'b', 'c', 'd', 'e', 'f'], ['a', 'b', 'c', 'd', 'e']],
  ['who is known before all strangers', ['a', 'b', 'c', 'd', 'e', 'K'], ['a', 'K', 'b', 'c', 'd']],
  ['no stranger instead of the known', ['A', 'B', 'B', 'B', 'B', 'c'], ['A', 'B', 'B', 'B', 'B']],
])('served is %s', async (_name, callers, served) => {
  expect(await servedOf(callers)).toEqual(served);
});
