import { afterEach, expect, test } from 'vitest';
import { showAppBadge } from './app-badge.ts';

const shown: (number | null)[] = [];

/** Simulates a browser with a badge. `shown` holds what the icon showed, in order; null is nothing. */
function giveBadge(refusal?: Error): void {
  const answer = async () => {
    if (refusal) throw refusal;
  };
  Object.assign(navigator, {
    setAppBadge(this: Navigator, count: number) {
      // Browsers refuse a call without its navigator.
      if (this !== navigator) throw new TypeError('Illegal invocation');
      shown.push(count);
      return answer();
    },
    clearAppBadge(this: Navigator) {
      if (this !== navigator) throw new TypeError('Illegal invocation');
      shown.push(null);
      return answer();
    },
  });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
  shown.length = 0;
});

test('the icon shows how many are unread, and nothing at 0', () => {
  giveBadge();
  for (const unread of [3, 1, 0]) showAppBadge(unread);
  expect(shown).toEqual([3, 1, null]);
});

test('a number never goes below nothing', () => {
  giveBadge();
  showAppBadge(-1);
  expect(shown).toEqual([null]);
});

test('a browser that refuses or has none is left alone', async () => {
  showAppBadge(2);
  giveBadge(new DOMException('not installed', 'NotAllowedError'));
  showAppBadge(2);
  showAppBadge(0);
  // An unhandled rejection fails the run in the next turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown).toEqual([2, null]);
});
