import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveLocks, MemoryLocks } from '../../tests/support/memory-locks.ts';
import { deleteRecords, listRecords, writeRecord } from './idb.ts';
import { withLock } from './locks.ts';

vi.stubGlobal('indexedDB', new IDBFactory());
/** What the test database works by; the stopped clock leaves it alone. */
const { setImmediate } = globalThis as unknown as { setImmediate: (run: () => void) => void };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(async () => {
  // Whatever a test left running.
  dispatchEvent(new Event('pagehide'));
  await pass(1_000);
  vi.useRealTimers();
  await deleteRecords('lease|');
  giveLocks(null);
});

/** Lets time pass in small steps; between them the database gets its turn. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 100) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 100));
    for (let turn = 0; turn < 40; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** A body that hangs: when it began, with its signal, and how it ended. */
function hang(name: string) {
  const seen = { began: false, signal: null as AbortSignal | null, ended: '' };
  withLock(name, (signal) => {
    Object.assign(seen, { began: true, signal });
    return new Promise(() => {});
  }).catch((error: Error) => {
    seen.ended = error.name;
  });
  return seen;
}

describe.each(['Web Locks', 'a lease in the database'])('with %s', (kind) => {
  beforeEach(() => void giveLocks(kind === 'Web Locks' ? new MemoryLocks() : null));

  test('one body runs at a time under a name, and another name does not wait', async () => {
    const steps: string[] = [];
    let finish = () => {};
    const first = withLock('cart', async () => {
      steps.push('first begins');
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      steps.push('first ends');
      return 1;
    });
    await pass(0);
    const second = withLock('cart', async () => {
      steps.push('second');
      return 2;
    });
    const other = withLock('notices', async () => {
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
    await withLock('cart', () => Promise.reject(new TypeError('no line'))).then(
      () => expect.unreachable(),
      (error) => expect(error).toEqual(new TypeError('no line')),
    );
    const next = hang('cart');
    await pass(0);
    expect(next.began).toBe(true);
  });
});

test('a tab that holds a lock for ever loses it after 30 s', async () => {
  const locks = giveLocks(new MemoryLocks());
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
  const locks = giveLocks(new MemoryLocks());
  const holder = hang('cart');
  await pass(0);
  await locks.request('cart', { steal: true }, () => undefined);
  await pass(0);
  expect(holder.ended).toBe('AbortError');
  expect(holder.signal?.aborted).toBe(true);
});

test('a lease ends ten seconds after its tab died', async () => {
  giveLocks(null);
  await writeRecord('lease|cart', { holder: 'a tab that died', untilMs: Date.now() + 10_000 });
  const waiter = hang('cart');
  await pass(9_800);
  expect(waiter.began).toBe(false);
  await pass(600);
  expect(waiter.began).toBe(true);
});

test('a lease is renewed while its body runs, and its row goes with it', async () => {
  giveLocks(null);
  let finish = () => {};
  const work = withLock(
    'cart',
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  await pass(15_000);
  const [row] = await listRecords<{ untilMs: number }>('lease|cart');
  // Renewed every three seconds, for ten.
  const leftMs = (row?.[1].untilMs ?? 0) - Date.now();
  expect(leftMs).toBeGreaterThan(7_000);
  expect(leftMs).toBeLessThanOrEqual(10_000);
  finish();
  await pass(0);
  await work;
  expect(await listRecords('lease|')).toEqual([]);
});

test('a tab that wakes to find another holder stops, and leaves the row to it', async () => {
  giveLocks(null);
  const sleeper = hang('cart');
  await pass(0);
  const row = { holder: 'another tab', untilMs: Date.now() + 60_000 };
  await writeRecord('lease|cart', row);
  await pass(3_100);
  expect(sleeper.ended).toBe('AbortError');
  expect(sleeper.signal?.aborted).toBe(true);
  expect(await listRecords('lease|')).toEqual([['lease|cart', row]]);
});

test('where the browser forbids its locks, the body runs under the lease', async () => {
  const locks = new MemoryLocks();
  locks.request = () => Promise.reject(new DOMException('no site data here', 'SecurityError'));
  giveLocks(locks);
  const steps: string[] = [];
  const running = withLock('cart', async () => void steps.push('ran'));
  await pass(300);
  await running;
  expect(steps).toEqual(['ran']);
  await expect(
    withLock('cart', () => Promise.reject(new DOMException('of the body', 'SecurityError'))),
  ).rejects.toThrow('of the body');
});
