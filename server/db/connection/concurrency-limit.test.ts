import { expect, test, vi } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Creates work that runs until the test calls `end`. */
function openWork() {
  let end: () => void = () => undefined;
  const work = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  return { work, end: () => end() };
}

test('so much work runs at once; the next begins when one ends, also when it fails', async () => {
  const { run: inTurn, countWaiting } = createConcurrencyLimit(1, 60_000);
  const [first, second, third] = [openWork(), openWork(), vi.fn(async () => 'done')];
  const firstDone = inTurn(first.work);
  const secondDone = inTurn(async () => {
    await second.work();
    throw new Error('failed');
  });
  const thirdDone = inTurn(third);
  await vi.waitFor(() => expect(first.work).toHaveBeenCalled());
  expect(second.work).not.toHaveBeenCalled();
  expect(countWaiting()).toBe(2);
  first.end();
  await firstDone;
  await vi.waitFor(() => expect(second.work).toHaveBeenCalled());
  expect(third).not.toHaveBeenCalled();
  second.end();
  await expect(secondDone).rejects.toThrow('failed');
  expect(await thirdDone).toBe('done');
  expect(await inTurn(async () => 'free again')).toBe('free again');
  expect(countWaiting()).toBe(0);
});

test('whoever waits too long gives up without having begun, and leaves the line', async () => {
  const { run: inTurn } = createConcurrencyLimit(1, 5);
  const first = openWork();
  const firstDone = inTurn(first.work);
  const late = vi.fn();
  await expect(inTurn(late)).rejects.toMatchObject({ code: '55P03' });
  first.end();
  await firstDone;
  expect(await inTurn(async () => 'done')).toBe('done');
  expect(late).not.toHaveBeenCalled();
});
