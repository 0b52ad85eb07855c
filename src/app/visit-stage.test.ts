import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let followVisit: typeof import('./visit-stage.ts').followVisit;
let useVisitStage: typeof import('./visit-stage.ts').useVisitStage;
let end: () => void = () => {};

const visitStage = () => renderHook(() => useVisitStage()).result.current;

function say(connection: object | undefined): void {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
}

beforeEach(async () => {
  // A page has one visit.
  vi.resetModules();
  ({ followVisit, useVisitStage } = await import('./visit-stage.ts'));
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="root" data-rendered></div>';
});
afterEach(() => {
  end();
  vi.useRealTimers();
  say(undefined);
});

test('a shopper who touches nothing for ten seconds stays', () => {
  end = followVisit();
  vi.advanceTimersByTime(9_999);
  expect(visitStage()).toBe('looking');
  vi.advanceTimersByTime(1);
  expect(visitStage()).toBe('staying');
});

test.each(['pointerdown', 'keydown', 'wheel'])('the ten seconds begin anew at each %s', (name) => {
  end = followVisit();
  for (let touch = 0; touch < 3; touch += 1) {
    vi.advanceTimersByTime(9_000);
    dispatchEvent(new Event(name));
    expect(visitStage()).toBe('touched');
  }
  vi.advanceTimersByTime(10_000);
  expect(visitStage()).toBe('staying');
  dispatchEvent(new Event(name));
  expect(visitStage()).toBe('staying');
});

test('who saves data never stays by waiting, nor by coming back', () => {
  say({ saveData: true });
  end = followVisit();
  vi.advanceTimersByTime(60_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(visitStage()).toBe('looking');
  dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(60_000);
  expect(visitStage()).toBe('touched');
});

test('who comes back to the tab stays', () => {
  end = followVisit();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(visitStage()).toBe('staying');
});

test('a page that the app draws alone is one of those who stay', () => {
  document.body.innerHTML = '<div id="root"></div>';
  end = followVisit();
  expect(visitStage()).toBe('staying');
});

test('a page that ended follows no more', () => {
  followVisit()();
  dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(60_000);
  expect(visitStage()).toBe('looking');
});
