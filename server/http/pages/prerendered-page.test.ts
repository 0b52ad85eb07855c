import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPrerenderedPage, type PrerenderedPage } from './prerendered-page.ts';

const PERIOD_MS = 15_000;
const MINUTE_MS = 60_000;

/** Number of renderings that have begun. Each ends when the test calls `finish`. */
let begun: number;
let finish: (how?: 'fails' | 'none') => Promise<void>;
let home: PrerenderedPage<string>;

beforeEach(() => {
  vi.useFakeTimers({ now: 66_000_000 * PERIOD_MS + 3_000 });
  begun = 0;
  home = createPrerenderedPage(() => {
    begun += 1;
    const name = `page ${begun}`;
    return new Promise((resolve, reject) => {
      finish = async (how) => {
        if (how === 'fails') reject(new Error('no database'));
        else resolve(how === 'none' ? null : name);
        await vi.advanceTimersByTimeAsync(0);
      };
    });
  }, PERIOD_MS);
});
afterEach(() => {
  home.stop();
  vi.useRealTimers();
});

/** Advances the clock to the start of the next period. */
const nextPeriod = () => vi.advanceTimersByTimeAsync(PERIOD_MS - (Date.now() % PERIOD_MS));

test('nothing is made before anybody asks; who asks first is told that there is none', async () => {
  await nextPeriod();
  expect(begun).toBe(0);
  expect(home.take()).toBeNull();
  expect(home.take()).toBeNull();
  expect(begun).toBe(1);
  await finish();
  expect(home.take()).toBe('page 1');
});

test('a new one is made when a period begins, and the one before is answered until it is whole', async () => {
  home.take();
  await finish();
  await nextPeriod();
  expect(begun).toBe(2);
  expect(home.take()).toBe('page 1');
  await finish();
  expect(home.take()).toBe('page 2');
});

test('where there is none now, it is made for the next who asks', async () => {
  home.take();
  await finish('none');
  expect([home.take(), begun]).toEqual([null, 2]);
  await finish();
  expect(home.take()).toBe('page 2');
});

test('one that could not be followed is answered for two periods, no longer', async () => {
  home.take();
  await finish();
  for (const period of [1, 2]) {
    await nextPeriod();
    if (period === 1) expect(home.take()).toBe('page 1');
    await finish('fails');
  }
  await vi.advanceTimersByTimeAsync(PERIOD_MS);
  expect(home.take()).toBeNull();
});

test('one that nobody asks for is left alone after five minutes', async () => {
  home.take();
  await finish();
  const untilMs = Date.now() + 6 * MINUTE_MS;
  while (Date.now() < untilMs) {
    await nextPeriod();
    await finish();
  }
  expect(begun).toBe(1 + (5 * MINUTE_MS) / PERIOD_MS);
  expect(home.take()).toBeNull();
});

test('one at a time, and none after the end', async () => {
  home.take();
  await nextPeriod();
  await nextPeriod();
  expect(begun).toBe(1);
  await finish();
  home.stop();
  await nextPeriod();
  expect(begun).toBe(1);
});
