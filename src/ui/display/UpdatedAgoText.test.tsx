import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UpdatedAgoText } from './UpdatedAgoText.tsx';

const NOW = Date.UTC(2026, 10, 20, 10);
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

function show(updatedAt: number, staleMs = 30_000) {
  const { container } = render(<UpdatedAgoText updatedAt={updatedAt} staleMs={staleMs} />);
  return () => container.textContent;
}

test('data older than a minute says how old it is, when the clock is looked at next', () => {
  const words = show(NOW - 31_000);
  expect(words()).toBe('');
  act(() => void vi.advanceTimersByTime(29_999));
  expect(words()).toBe('');
  act(() => void vi.advanceTimersByTime(1));
  expect(words()).toBe('Updated 1m ago');
});

test('exactly a minute is not old yet', () => {
  expect(show(NOW - 60_000)()).toBe('');
  expect(show(NOW - 60_001)()).toBe('Updated 1m ago');
});

test('data that stays fresh for longer is old later', () => {
  expect(show(NOW - 300_000, 300_000)()).toBe('');
  expect(show(NOW - 300_001, 300_000)()).toBe('Updated 5m ago');
});

test('what never came says nothing', () => {
  expect(show(0)()).toBe('');
});
