import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../../lib/api/api-errors.ts';
import type { PaymentAttempt } from '../attempts/attempt.ts';
import {
  type CheckedPaymentStatus,
  type PaymentPendingReason,
  pollPaymentStatus,
} from './checked-payment-status.ts';

const attempt = { key: 'k', userId: 'ada', state: 'returned', reference: 'gb-1' } as PaymentAttempt;
let stop: () => void = () => undefined;

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function start(answers: () => Promise<CheckedPaymentStatus>) {
  const askedAt: number[] = [];
  const waiting: PaymentPendingReason[] = [];
  const verdicts: CheckedPaymentStatus[] = [];
  stop = pollPaymentStatus(
    { ...attempt, updatedAt: Date.now() },
    {
      ask: () => {
        askedAt.push(Date.now() - 1_000_000);
        return answers();
      },
      onWaiting: (now) => waiting.push(now),
      onVerdict: (verdict) => verdicts.push(verdict),
    },
  );
  return { askedAt, waiting, verdicts };
}

test('it asks at once, then after 2, 4, 8, 15 and every 30 seconds', async () => {
  const { askedAt } = start(async () => ({ kind: 'pending', link: null }));
  await vi.advanceTimersByTimeAsync(90_000);
  expect(askedAt).toEqual([0, 2_000, 6_000, 14_000, 29_000, 59_000, 89_000]);
});

test('after ten minutes it says so, and asks only when the page wakes', async () => {
  const { askedAt, waiting } = start(async () => ({ kind: 'pending', link: null }));
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(waiting.at(-1)).toBe('late');
  const before = askedAt.length;
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(askedAt).toHaveLength(before);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(askedAt).toHaveLength(before + 1);
});

test.each([2, -2])('a clock that is moved by %i days meanwhile changes nothing', async (days) => {
  const { waiting } = start(async () => ({ kind: 'pending', link: null }));
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() + days * 24 * 60 * 60_000);
  await vi.advanceTimersByTimeAsync(88_000);
  expect(waiting).toEqual(Array(7).fill('asking'));
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(waiting.at(-1)).toBe('late');
});

test('a phone that wakes while it is asking does not ask a second time', async () => {
  const { askedAt } = start(() => new Promise<never>(() => undefined));
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('pageshow'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAt).toEqual([0]);
});

test('a verdict ends it', async () => {
  const { askedAt, verdicts } = start(async () => ({ kind: 'not-found' }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAt).toEqual([0]);
  expect(verdicts).toEqual([{ kind: 'not-found' }]);
});

test('a lost line is not a failure: it goes on asking', async () => {
  let isLineLost = true;
  const { waiting, verdicts } = start(async () => {
    if (isLineLost) throw new NetworkError();
    return { kind: 'final', attempt };
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(waiting).toEqual(['offline']);
  isLineLost = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(verdicts).toEqual([{ kind: 'final', attempt }]);
});

test('for a day it asks when the page wakes, then no more', async () => {
  const { askedAt } = start(async () => ({ kind: 'pending', link: null }));
  const wakeAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    const before = askedAt.length;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    return askedAt.length - before;
  };
  expect(await wakeAfter(24 * 60 * 60_000)).toBe(1);
  expect(await wakeAfter(1)).toBe(0);
});

test('a refused session ends it without a word', async () => {
  const { askedAt, waiting } = start(async () => {
    throw new ApiError(401, {}, null);
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAt).toEqual([0]);
  expect(waiting).toEqual([]);
});

test('an answer that is no verdict is waited on like none: ten minutes, then it is late', async () => {
  const { askedAt, waiting } = start(async () => {
    throw new ApiError(503, {}, 5_000);
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting).toEqual(['asking']);
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(askedAt.slice(0, 4)).toEqual([0, 5_000, 10_000, 18_000]);
  expect(waiting.at(-1)).toBe('late');
});
