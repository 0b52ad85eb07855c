import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { blockIndexedDbWrites } from '../../../tests/support/busy-disk.ts';
import { allPersistedQueries } from '../../app/data/all-persisted-queries.ts';
import { OfflineStorage } from '../storage/storage.ts';
import { createPersistedCache, type PersistedCache } from './persisted-cache.ts';

const DAY_MS = 24 * 60 * 60_000;
let storedUser: string | null;
const opened: PersistedCache[] = [];

/** Starts the app again: a new storage object on the same database. */
async function start(userId: string | null = storedUser) {
  const queryClient = new QueryClient();
  const persistence = createPersistedCache({
    storage: new OfflineStorage(),
    queryClient,
    queries: allPersistedQueries,
    userId,
    mayWrite: (id) => id === storedUser,
  });
  opened.push(persistence);
  return { queryClient, persistence };
}

/** Restores the cache on a machine of any speed: `restore` alone waits at most 600 ms. */
async function restored(persistence: PersistedCache): Promise<void> {
  await persistence.restore();
  await persistence.whenRead();
}

/** Hides the page, as when a phone is put away, and waits until the database has the write. */
async function putAway(): Promise<void> {
  setVisibility('hidden');
  await new Promise((resolve) => setTimeout(resolve, 20));
  // A read that begins after a write ends after it.
  await new OfflineStorage().list('qc|');
  setVisibility('visible');
}

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

async function visit(fill: (queryClient: QueryClient) => void, userId: string | null = storedUser) {
  const { queryClient, persistence } = await start(userId);
  await restored(persistence);
  persistence.start();
  await new Promise((resolve) => setTimeout(resolve, 0));
  fill(queryClient);
  await putAway();
  persistence.stop();
}

beforeEach(() => {
  storedUser = 'ada';
  onlineManager.setOnline(true);
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  for (const persistence of opened.splice(0)) persistence.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the second visit', () => {
  test('keeps the order of a screen that is drawn before the phone has read what it saved', async () => {
    const queryKey = ['public', 'products'];
    await visit((queryClient) => queryClient.setQueryData(queryKey, ['yam at 90', 'rice at 40']));
    const { queryClient, persistence } = await start();
    const observer = new QueryObserver<string[]>(queryClient, {
      queryKey,
      enabled: false,
      structuralSharing: (drawn, saved) => [
        ...((drawn as string[] | undefined) ?? []),
        ...(saved as string[]),
      ],
    });
    const unsubscribe = observer.subscribe(() => undefined);
    queryClient.setQueryData(queryKey, ['rice at 50'], { updatedAt: Date.now() - 60_000 });
    await restored(persistence);
    expect(queryClient.getQueryData(queryKey)).toEqual(['rice at 50', 'yam at 90', 'rice at 40']);
    unsubscribe();
  });

  test('finds nothing of what came after the end of following', async () => {
    const { queryClient, persistence } = await start();
    await restored(persistence);
    persistence.start();
    await new Promise((resolve) => setTimeout(resolve, 0));
    persistence.stop();
    queryClient.setQueryData(['u', 'ada', 'wallet'], { balance: 7_000 });
    expect(queryClient.getQueryCache().hasListeners()).toBe(false);
    await putAway();
    const next = await start();
    await restored(next.persistence);
    expect(next.queryClient.getQueryData(['u', 'ada', 'wallet'])).toBeUndefined();
  });

  test('finds the cart for half an hour, the rest for a day', async () => {
    await visit((cache) => {
      const updatedAt = Date.now() - 31 * 60_000;
      cache.setQueryData(['u', 'ada', 'cart'], { items: ['rice'] }, { updatedAt: updatedAt + 2 * 60_000 });
      cache.setQueryData(['u', 'ada', 'wallet'], { balance: 7_000 }, { updatedAt });
    });
    const soon = await start();
    await restored(soon.persistence);
    expect(soon.queryClient.getQueryData(['u', 'ada', 'cart'])).toEqual({ items: ['rice'] });
    await visit((cache) => {
      cache.setQueryData(['u', 'ada', 'cart'], { items: ['oil'] }, { updatedAt: Date.now() - 31 * 60_000 });
    });
    const later = await start();
    await restored(later.persistence);
    expect(later.queryClient.getQueryData(['u', 'ada', 'wallet'])).toEqual({ balance: 7_000 });
    expect(later.queryClient.getQueryData(['u', 'ada', 'cart'])).not.toEqual({ items: ['oil'] });
  });

  test('finds no empty cart: somebody may have filled it from elsewhere', async () => {
    await visit((cache) => cache.setQueryData(['u', 'ada', 'cart'], { items: ['rice'] }));
    await visit((cache) => cache.setQueryData(['u', 'ada', 'cart'], { items: [] }));
    const { queryClient, persistence } = await start();
    await restored(persistence);
    expect(queryClient.getQueryData(['u', 'ada', 'cart'])).toBeUndefined();
  });

  test('finds what was kept on purpose, though the page was killed at once', async () => {
    const { queryClient, persistence } = await start();
    await restored(persistence);
    queryClient.setQueryData(['u', 'ada', 'wallet'], { balance: 7_000 });
    await persistence.persist();
    const next = await start();
    await restored(next.persistence);
    expect(next.queryClient.getQueryData(['u', 'ada', 'wallet'])).toEqual({ balance: 7_000 });
  });

  test("finds the shop's answers and the shopper's own, with their dates", async () => {
    await visit((cache) => {
      cache.setQueryData(['public', 'products'], ['rice'], { updatedAt: Date.now() - 5_000 });
      cache.setQueryData(['u', 'ada', 'wallet'], { balance: 7_000 });
    });
    const { queryClient, persistence } = await start();
    await restored(persistence);
    expect(queryClient.getQueryData(['public', 'products'])).toEqual(['rice']);
    expect(queryClient.getQueryData(['u', 'ada', 'wallet'])).toEqual({ balance: 7_000 });
    const ageMs = Date.now() - (queryClient.getQueryState(['public', 'products'])?.dataUpdatedAt ?? 0);
    expect(ageMs).toBeGreaterThanOrEqual(5_000);
  });

  test('keeps what is in the cache when that is newer', async () => {
    await visit((cache) =>
      cache.setQueryData(['public', 'products'], ['old'], { updatedAt: Date.now() - 9_000 }),
    );
    const { queryClient, persistence } = await start();
    queryClient.setQueryData(['public', 'products'], ['inlined']);
    await restored(persistence);
    expect(queryClient.getQueryData(['public', 'products'])).toEqual(['inlined']);
  });

  test('of another shopper finds nothing of the first', async () => {
    await visit((cache) => cache.setQueryData(['u', 'ada', 'wallet'], { balance: 7_000 }));
    storedUser = 'bayo';
    const { queryClient, persistence } = await start();
    await restored(persistence);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });

  test('after a change of schema starts anew', async () => {
    await visit((cache) => cache.setQueryData(['public', 'products'], ['rice']));
    const storage = new OfflineStorage();
    const blob = JSON.parse((await storage.read<string>('qc|public')) ?? '');
    await storage.write('qc|public', JSON.stringify({ ...blob, buster: 'older' }));
    const { queryClient, persistence } = await start();
    await restored(persistence);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });

  test('survives a blob that cannot be read', async () => {
    const storage = new OfflineStorage();
    await storage.write('qc|public', '{"clientState":');
    const { queryClient, persistence } = await start();
    await restored(persistence);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });
});

describe('what is kept', () => {
  test('is named: nothing else, no search and no failure', async () => {
    await visit((cache) => {
      cache.setQueryData(['public', 'products'], ['rice']);
      cache.setQueryData(['public', 'products', { search: 'rice' }], ['rice']);
      cache.setQueryData(['public', 'secrets'], 1);
      cache.setQueryData(['u', 'ada', 'secrets'], 1);
      cache.setQueryData(['u', 'bayo', 'wallet'], 1);
    });
    const { queryClient, persistence } = await start();
    await restored(persistence);
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ).toEqual([['public', 'products']]);
  });

  test('is a day old at most, each entry by its own date', async () => {
    await visit((cache) => {
      cache.setQueryData(['public', 'config'], 1, { updatedAt: Date.now() - DAY_MS + 60_000 });
      cache.setQueryData(['public', 'products'], 1);
    });
    vi.setSystemTime(Date.now() + 120_000);
    const { queryClient, persistence } = await start();
    await restored(persistence);
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ).toEqual([['public', 'products']]);
  });

  test('of the products are the newest 60', async () => {
    await visit((cache) => {
      for (let n = 0; n < 70; n += 1) {
        cache.setQueryData(['public', 'product', `p${n}`], n, { updatedAt: Date.now() - n * 1_000 });
      }
    });
    const { queryClient, persistence } = await start();
    await restored(persistence);
    const slugs = queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[2]);
    expect(slugs).toHaveLength(60);
    expect(slugs).not.toContain('p60');
  });

  test('of a running clock is its deadline, never the rest of its time', async () => {
    await visit((cache) => {
      cache.setQueryData(['public', 'group', 'a'], { deadline: '2026-01-01T00:00:00Z', timeRemaining: 5 });
      cache.setQueryData(['public', 'group', 'b'], { deadline: null, timeRemaining: 172_800_000 });
    });
    const { queryClient, persistence } = await start();
    await restored(persistence);
    expect(queryClient.getQueryData(['public', 'group', 'a'])).toEqual({ deadline: '2026-01-01T00:00:00Z' });
    expect(queryClient.getQueryData(['public', 'group', 'b'])).toMatchObject({ timeRemaining: 172_800_000 });
  });
});

test('a hidden tab writes nothing after its flush until it was seen again', async () => {
  const { queryClient, persistence } = await start();
  await restored(persistence);
  persistence.start();
  await new Promise((resolve) => setTimeout(resolve, 0));
  const storage = new OfflineStorage();
  await putAway();
  setVisibility('hidden');
  await storage.write('qc|user|ada', 'of the tab that is seen');
  queryClient.setQueryData(['u', 'ada', 'wallet'], { balance: 7_000 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await storage.list('qc|');
  expect(await storage.read('qc|user|ada')).toBe('of the tab that is seen');
  setVisibility('visible');
  queryClient.setQueryData(['public', 'config'], 1);
  await vi.waitFor(async () => expect(await storage.read('qc|user|ada')).toContain('7000'));
  persistence.stop();
});

describe('a shopper who is gone', () => {
  test('leaves no late write behind', async () => {
    await visit((cache) => {
      cache.setQueryData(['u', 'ada', 'wallet'], 1);
      storedUser = null;
    }, 'ada');
    const storage = new OfflineStorage();
    expect((await storage.list('qc|user|')).length).toBe(0);
  });
});

describe('a database that pauses', () => {
  test.each([2_700, 8_000])('for %i ms at the start loses nothing that was saved', async (pauseMs) => {
    await visit((cache) => {
      cache.setQueryData(['public', 'products'], ['rice']);
      cache.setQueryData(['u', 'ada', 'wallet'], { balance: 7_000 });
    });
    const { queryClient, persistence } = await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const free = await blockIndexedDbWrites();
    void persistence.restore();
    persistence.start();
    await vi.advanceTimersByTimeAsync(pauseMs / 2);
    // The page has only this so far, which must not replace a partition that was not read yet.
    queryClient.setQueryData(['public', 'config'], 1);
    await vi.advanceTimersByTimeAsync(pauseMs / 2);
    const kept = persistence.persist();
    free();
    vi.useRealTimers();
    await kept;
    if (pauseMs < 3_000) {
      await expect.poll(() => queryClient.getQueryData(['u', 'ada', 'wallet'])).toEqual({ balance: 7_000 });
      expect(queryClient.getQueryData(['public', 'products'])).toEqual(['rice']);
    }
    await putAway();
    persistence.stop();
    const next = await start();
    await restored(next.persistence);
    expect(next.queryClient.getQueryData(['u', 'ada', 'wallet'])).toEqual({ balance: 7_000 });
    expect(next.queryClient.getQueryData(['public', 'products'])).toEqual(['rice']);
  });
});

describe('a phone whose clock was set back', () => {
  const YEAR_1970 = 5_000;

  /** Starts the app without a connection in 1970 and saves something, and starts it again once the clock is right. */
  async function startInThePast(fill: (queryClient: QueryClient) => void = () => undefined) {
    const nowMs = Date.now();
    vi.setSystemTime(YEAR_1970);
    await visit(fill);
    vi.setSystemTime(nowMs + 60_000);
    const { queryClient, persistence } = await start();
    await restored(persistence);
    return queryClient;
  }
  const saved = (cache: QueryClient) => {
    cache.setQueryData(['public', 'products'], ['rice']);
    cache.setQueryData(['u', 'ada', 'cart'], { items: ['rice'] });
  };

  test('shows none of its saved answers under a date that they do not have', async () => {
    await visit(saved);
    const nowMs = Date.now();
    vi.setSystemTime(YEAR_1970);
    const { queryClient, persistence } = await start();
    await restored(persistence);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    vi.setSystemTime(nowMs);
  });

  test('gets no cart back that was cleared meanwhile', async () => {
    await visit(saved);
    const queryClient = await startInThePast();
    expect(queryClient.getQueryData(['u', 'ada', 'cart'])).toBeUndefined();
  });
});

test('an answer whose repetition failed is the last good one, also for the next start', async () => {
  await visit((cache) => {
    cache.setQueryData(['u', 'ada', 'wallet'], { balance: 7_000 });
    cache
      .getQueryCache()
      .find({ queryKey: ['u', 'ada', 'wallet'] })
      ?.setState({ status: 'error', error: new Error('no line') });
  });
  const { queryClient, persistence } = await start();
  await restored(persistence);
  expect(queryClient.getQueryState(['u', 'ada', 'wallet'])).toMatchObject({
    data: { balance: 7_000 },
    status: 'success',
    error: null,
  });
});

test('what came is on the disk before the page can be left: WebKit writes nothing for a page that goes', async () => {
  const { queryClient, persistence } = await start();
  await restored(persistence);
  persistence.start();
  await new Promise((resolve) => setTimeout(resolve, 0));
  await queryClient.fetchQuery({ queryKey: ['public', 'products'], queryFn: () => ['rice'] });
  queryClient.setQueryData(['u', 'ada', 'wallet'], { balance: 7_000 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  const storage = new OfflineStorage();
  expect(await storage.read('qc|public')).toContain('rice');
  expect(await storage.read('qc|user|ada')).toContain('7000');
});

describe('a screen that asks every ten seconds', () => {
  const poll = async (queryClient: QueryClient, answer: object) => {
    await queryClient.fetchQuery({ queryKey: ['u', 'ada', 'wallet'], queryFn: async () => answer });
    await vi.advanceTimersByTimeAsync(10_000);
  };
  async function follow() {
    const started = await start();
    await restored(started.persistence);
    const writes = vi.spyOn(IDBObjectStore.prototype, 'put');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    started.persistence.start();
    await vi.advanceTimersByTimeAsync(5_000);
    await poll(started.queryClient, { balance: 7_000 });
    writes.mockClear();
    return { ...started, writes };
  }

  test('writes nothing while the answers are the same, and the news when it comes', async () => {
    const { queryClient, writes } = await follow();
    for (let turn = 0; turn < 3; turn += 1) await poll(queryClient, { balance: 7_000 });
    expect(writes).not.toHaveBeenCalled();
    await poll(queryClient, { balance: 6_000 });
    expect(JSON.stringify(writes.mock.calls)).toContain('6000');
    writes.mockClear();
    await poll(queryClient, { balance: 5_000 });
    expect(writes).toHaveBeenCalledOnce();
    expect(JSON.stringify(writes.mock.calls)).toContain('5000');
  });

  test('dates the same answers again when it is hidden', async () => {
    const { queryClient, writes } = await follow();
    await poll(queryClient, { balance: 7_000 });
    writes.mockClear();
    setVisibility('hidden');
    await vi.advanceTimersByTimeAsync(20);
    expect(writes).toHaveBeenCalled();
    setVisibility('visible');
  });
});

test('what is delayed when following ends is not saved later, though the page is gone by then', async () => {
  const { queryClient, persistence } = await start();
  await restored(persistence);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  persistence.start();
  await vi.advanceTimersByTimeAsync(0);
  queryClient.setQueryData(['public', 'products'], ['rice']);
  persistence.stop();
  // The library's delay is over; the idle moment that it then waits for comes only when the page is gone.
  await vi.advanceTimersByTimeAsync(2_000);
  vi.stubGlobal('document', undefined);
  await vi.advanceTimersByTimeAsync(500);
  expect(await new OfflineStorage().list('qc|')).toEqual([]);
});

describe('a database that hangs', () => {
  test('holds the start up for 600 ms and no longer', async () => {
    vi.stubGlobal('indexedDB', { open: () => ({}) });
    const { persistence } = await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hasStarted = vi.fn();
    void persistence.restore().then(hasStarted);
    await vi.advanceTimersByTimeAsync(599);
    expect(hasStarted).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(hasStarted).toHaveBeenCalledOnce();
  });
});
