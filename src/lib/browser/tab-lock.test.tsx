import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InMemoryLockManager, installLockManager } from '../../../tests/support/memory-locks.ts';
import { withCrossTabLock } from './tab-lock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(async () => {
  // Ends whatever a test left running.
  dispatchEvent(new Event('pagehide'));
  await pass(1_000);
  vi.useRealTimers();
  installLockManager(null);
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Runs a body that never ends. @returns whether it began, its signal, and how it ended. */
function hang(name: string) {
  const seen = { began: false, signal: null as AbortSignal | null, ended: '' };
  withCrossTabLock(name, (signal) => {
    Object.assign(seen, { began: true, signal });
    return new Promise(() => {});
  }).catch((error: Error) => {
    seen.ended = error.name;
  });
  return seen;
}

describe('with Web Locks', () => {
  beforeEach(() => void installLockManager(new InMemoryLockManager()));

  test('one body runs at a time under a name, and another name does not wait', async () => {
    const steps: string[] = [];
    let finish = () => {};
    const first = withCrossTabLock('cart', async () => {
      steps.push('first begins');
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      steps.push('first ends');
      return 1;
    });
    await pass(0);
    const second = withCrossTabLock('cart', async () => {
      steps.push('second');
      return 2;
    });
    const other = withCrossTabLock('notices', async () => {
      steps.push('other');
      return 3;
    });
    await pass(1_000);
    expect(steps).toEqual(['first begins', 'other']);
    finish();
    await pass(1_000);
    expect(steps).toEqual(['first begins', 'other', 'first ends', 'second']);
    expect(await Promise.all([first, second, other])).toEqual([1, 2, 3]);
  });

  test.each([
    ['left', () => dispatchEvent(new Event('pagehide'))],
    ['frozen', () => document.dispatchEvent(new Event('freeze'))],
  ])('a page that is %s lets go at once, and who waited there never begins', async (_, go) => {
    const holder = hang('cart');
    await pass(0);
    const waiter = hang('cart');
    await pass(500);
    expect([holder.began, waiter.began]).toEqual([true, false]);
    go();
    await pass(300);
    expect([holder.ended, waiter.ended]).toEqual(['AbortError', 'AbortError']);
    expect(holder.signal?.aborted).toBe(true);
    const next = hang('cart');
    await pass(0);
    expect(next.began).toBe(true);
    expect(waiter.began).toBe(false);
  });

  test('a body that hangs is ended after 25 s, and the next one begins', async () => {
    const holder = hang('cart');
    await pass(0);
    const waiter = hang('cart');
    await pass(24_800);
    expect([holder.ended, waiter.began]).toEqual(['', false]);
    await pass(600);
    expect([holder.ended, waiter.began]).toEqual(['AbortError', true]);
    expect(holder.signal?.aborted).toBe(true);
    expect(waiter.signal?.aborted).toBe(false);
  });

  test('a body that fails says so, and leaves nothing behind', async () => {
    await withCrossTabLock('cart', () => Promise.reject(new TypeError('no line'))).then(
      () => expect.unreachable(),
      (error) => expect(error).toEqual(new TypeError('no line')),
    );
    const next = hang('cart');
    await pass(0);
    expect(next.began).toBe(true);
  });
});

test('a tab that holds a lock for ever loses it after 30 s', async () => {
  const locks = installLockManager(new InMemoryLockManager());
  let lost = '';
  locks
    .request('cart', () => new Promise(() => {}))
    .catch((error: Error) => {
      lost = error.name;
    });
  const waiter = hang('cart');
  await pass(29_900);
  expect([waiter.began, lost]).toEqual([false, '']);
  await pass(200);
  expect([waiter.began, lost]).toEqual([true, 'AbortError']);
});

test('a body whose lock is taken is told to stop', async () => {
  const locks = installLockManager(new InMemoryLockManager());
  const holder = hang('cart');
  await pass(0);
  await locks.request('cart', { steal: true }, () => undefined);
  await pass(0);
  expect(holder.ended).toBe('AbortError');
  expect(holder.signal?.aborted).toBe(true);
});

test('without Web Locks a body runs at once, and is still ended when the page goes', async () => {
  installLockManager(null);
  const [first, second] = [hang('cart'), hang('cart')];
  await pass(0);
  expect([first.began, second.began]).toEqual([true, true]);
  dispatchEvent(new Event('pagehide'));
  await pass(0);
  expect([first.ended, second.ended]).toEqual(['AbortError', 'AbortError']);
});

test('where the browser forbids its locks, the body runs all the same', async () => {
  const locks = new InMemoryLockManager();
  locks.request = () => Promise.reject(new DOMException('no site data here', 'SecurityError'));
  installLockManager(locks);
  const steps: string[] = [];
  const running = withCrossTabLock('cart', async () => void steps.push('ran'));
  await pass(300);
  await running;
  expect(steps).toEqual(['ran']);
  await expect(
    withCrossTabLock('cart', () => Promise.reject(new DOMException('of the body', 'SecurityError'))),
  ).rejects.toThrow('of the body');
});
