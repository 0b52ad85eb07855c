import { onlineManager } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InMemoryLockManager, installLockManager } from '../../../tests/support/memory-locks.ts';
import {
  type FakeServiceWorker,
  FakeServiceWorkerContainer,
  installServiceWorkers,
} from '../../../tests/support/played-workers.ts';
import { AppServices } from '../../lib/react/services.ts';
import { createReloadBlockers } from './reload-blockers.ts';
import { createAppUpdater, requestCachingOfAllChunks } from './updates.ts';

const HOUR_MS = 60 * 60_000;

let workers: FakeServiceWorkerContainer;
let locks: InMemoryLockManager;
const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('indexedDB', new IDBFactory());
  workers = installServiceWorkers(new FakeServiceWorkerContainer().withActive());
  locks = installLockManager(new InMemoryLockManager());
  reload.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  installServiceWorkers(null);
  installLockManager(null);
});

/** Opens a new page with its own app services. */
async function openPage() {
  const page = loadPage();
  workers.registered = [];
  await page.updates.start();
  expect(workers.registered).toEqual(['/sw.js']);
  return page;
}

function loadPage() {
  const services = new AppServices();
  return {
    updates: services.get(createAppUpdater),
    busy: services.get(createReloadBlockers),
    keepLaterChunks: requestCachingOfAllChunks,
  };
}

/** Opens a page that was offered a waiting release. */
async function openPageWithOffer() {
  const waiting = workers.withWaiting();
  const page = await openPage();
  await vi.waitFor(() => expect(page.updates.state()).toBe('waiting'));
  return { page, waiting };
}

const wasTold = (worker: FakeServiceWorker) =>
  worker.heard.map((message) => (message as { type: string }).type);

describe('a release that waits', () => {
  test('is offered, taken by nobody, and not offered again after Later', async () => {
    const { page, waiting } = await openPageWithOffer();
    const listener = vi.fn();
    const stop = page.updates.subscribe(listener);
    page.updates.postpone();
    expect(page.updates.state()).toBe('postponed');
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(waiting.heard).toEqual([]);
    expect(reload).not.toHaveBeenCalled();
  });

  test('is offered when it is found while the page is open', async () => {
    const page = await openPage();
    expect(page.updates.state()).toBe('none');
    const found = workers.find();
    Object.assign(workers.registration, { installing: null, waiting: found });
    found.become('installed');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(page.updates.state()).toBe('waiting');
  });

  test('is offered though the installations before it were cut', async () => {
    const page = await openPage();
    for (let cut = 0; cut < 2; cut += 1) workers.find().become('redundant');
    const found = workers.find();
    Object.assign(workers.registration, { installing: null, waiting: found });
    found.become('installed');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(page.updates.state()).toBe('waiting');
  });

  test('takes over with a tap, and the page follows it', async () => {
    const { page, waiting } = await openPageWithOffer();
    await page.updates.accept();
    expect(page.updates.state()).toBe('taking-over');
    expect(wasTold(waiting)).toEqual(['SKIP_WAITING']);
    expect(reload).not.toHaveBeenCalled();
    workers.takeOver(waiting);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('that says nothing 2 s after the tap is followed all the same', async () => {
    const { page } = await openPageWithOffer();
    await page.updates.accept();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('while a tab is in checkout', () => {
  let leave: () => void;
  beforeEach(() => {
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    void locks.request('checkout-busy', { mode: 'shared' }, () => left);
  });

  test('a release that was accepted waits, and takes over when it is left', async () => {
    const { page, waiting } = await openPageWithOffer();
    const accepted = page.updates.accept();
    await vi.waitFor(() => expect(page.updates.state()).toBe('blocked'));
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(waiting.heard).toEqual([]);
    leave();
    await accepted;
    expect(page.updates.state()).toBe('taking-over');
    expect(wasTold(waiting)).toEqual(['SKIP_WAITING']);
  });

  test('a still newer one that is found meanwhile takes nothing back', async () => {
    const { page } = await openPageWithOffer();
    const accepted = page.updates.accept();
    await vi.waitFor(() => expect(page.updates.state()).toBe('blocked'));
    const newer = workers.find();
    Object.assign(workers.registration, { installing: null, waiting: newer });
    newer.become('installed');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(page.updates.state()).toBe('blocked');
    leave();
    await accepted;
    expect(wasTold(newer)).toEqual(['SKIP_WAITING']);
  });

  test('who says Later while it waits is not given it afterwards', async () => {
    const { page, waiting } = await openPageWithOffer();
    const accepted = page.updates.accept();
    await vi.waitFor(() => expect(page.updates.state()).toBe('blocked'));
    page.updates.postpone();
    leave();
    await accepted;
    expect(page.updates.state()).toBe('postponed');
    expect(waiting.heard).toEqual([]);
  });
});

describe('when another tab took the release', () => {
  type Page = Awaited<ReturnType<typeof openPage>>;

  test('a page with nothing to lose follows at once', async () => {
    await openPage();
    workers.takeOver(workers.withWaiting());
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['in checkout', async (page: Page) => page.busy.holdCheckout()],
    ['with a form half filled', async (page: Page) => page.busy.holdReload()],
  ])('a page %s follows at its next change of route after that', async (_, begin) => {
    const page = await openPage();
    vi.useRealTimers();
    const end = await begin(page);
    workers.takeOver(workers.withWaiting());
    page.updates.noteRouteChange();
    expect(reload).not.toHaveBeenCalled();
    await end();
    expect(reload).not.toHaveBeenCalled();
    page.updates.noteRouteChange();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  describe('while this page was being loaded', () => {
    const entry = document.createElement('script');
    beforeEach(() => {
      sessionStorage.clear();
      entry.type = 'module';
      entry.setAttribute('src', '/assets/entry-1.js');
      // The script is not added to the document, so that nothing fetches it.
      vi.spyOn(document, 'querySelector').mockReturnValue(entry);
    });
    afterEach(() => vi.mocked(document.querySelector).mockRestore());
    const active = () => workers.registration.active as FakeServiceWorker;
    const asked = async () => {
      await vi.waitFor(() => expect(wasTold(active())).toEqual(['HAS_FILE']));
      // The worker answers through a port, so a message that is sent after the answer through another port arrives
      // after it.
      const { port1, port2 } = new MessageChannel();
      const heard = vi.fn();
      port1.onmessage = heard;
      port2.postMessage('after the answer');
      await vi.waitFor(() => expect(heard).toHaveBeenCalled());
      port1.close();
    };

    test('the page follows, once a minute at most', async () => {
      active().hasFiles = false;
      await openPage();
      await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
      expect(active().heard).toEqual([{ type: 'HAS_FILE', path: '/assets/entry-1.js' }]);
      active().heard.length = 0;
      await vi.advanceTimersByTimeAsync(50_000);
      await openPage();
      await asked();
      expect(reload).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(10_000);
      await openPage();
      await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
    });

    test('a page that was frozen meanwhile follows when it is seen again', async () => {
      await openPage();
      await asked();
      active().hasFiles = false;
      document.dispatchEvent(new Event('visibilitychange'));
      await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    });

    test('a page in checkout follows at a change of route after that', async () => {
      active().hasFiles = false;
      const page = loadPage();
      const leave = page.busy.holdCheckout();
      await page.updates.start();
      // The reload is due and already noted, so that it counts as made.
      await vi.waitFor(() => expect(sessionStorage).toHaveLength(1));
      expect(reload).not.toHaveBeenCalled();
      leave();
      page.updates.noteRouteChange();
      expect(reload).toHaveBeenCalledTimes(1);
    });

    test.each([
      ['has them', true],
      ['does not answer, being of an older release', null],
    ])('a worker that %s leaves the page as it is', async (_, hasFiles) => {
      active().hasFiles = hasFiles;
      await openPage();
      await asked();
      await vi.advanceTimersByTimeAsync(HOUR_MS);
      expect(reload).not.toHaveBeenCalled();
    });
  });

  test('a page changes its routes in peace while there is none', async () => {
    const page = await openPage();
    page.updates.noteRouteChange();
    expect(reload).not.toHaveBeenCalled();
  });
});

test('the worker of a first visit takes the page over without a reload, and gets what it loaded', async () => {
  workers = installServiceWorkers(new FakeServiceWorkerContainer());
  const loaded: Record<string, string[]> = { navigation: ['/'], resource: ['/pictures/rice-320.webp'] };
  vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
    (loaded[type] ?? []).map((name) => ({ name }) as PerformanceEntry),
  );
  await openPage();
  const first = workers.find();
  workers.takeOver(first);
  first.become('activated');
  await vi.waitFor(() => expect(first.heard).toHaveLength(1));
  expect(first.heard).toEqual([
    {
      type: 'CACHE_URLS',
      payload: {
        urlsToCache: [
          ['/', { cache: 'force-cache' }],
          ['/pictures/rice-320.webp', { cache: 'force-cache' }],
        ],
      },
    },
  ]);
  expect(reload).not.toHaveBeenCalled();
});

test('a page of a first visit follows the release after the one that took it over', async () => {
  workers = installServiceWorkers(new FakeServiceWorkerContainer());
  const page = loadPage();
  const started = page.updates.start();
  // A quick worker takes over before the page knows its registration.
  workers.takeOver(workers.find());
  await started;
  expect(reload).not.toHaveBeenCalled();
  workers.takeOver(workers.withWaiting());
  expect(reload).toHaveBeenCalledTimes(1);
  // A reload that the browser did not make is tried again at the next change of route.
  page.updates.noteRouteChange();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('a worker that the browser throws away is no release: the page stays, and follows the next one', async () => {
  await openPage();
  workers.throwAway();
  expect(reload).not.toHaveBeenCalled();
  workers.takeOver(workers.find());
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a newer release is looked for at most hourly when the page is seen, and whenever the line is back', async () => {
  await openPage();
  const { registration } = workers;
  const look = () => document.dispatchEvent(new Event('visibilitychange'));
  look();
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1);
  look();
  expect(registration.checks).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  look();
  look();
  expect(registration.checks).toBe(1);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  look();
  expect(registration.checks).toBe(1);
  hidden.mockRestore();
  for (const isOnline of [false, true]) onlineManager.setOnline(isOnline);
  expect(registration.checks).toBe(2);
  look();
  expect(registration.checks).toBe(2);
});

test('the rest of the code is asked for, except on a dear line', async () => {
  const page = await openPage();
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  await page.keepLaterChunks();
  expect(workers.registration.active?.heard).toEqual([]);
  Reflect.deleteProperty(navigator, 'connection');
  await page.keepLaterChunks();
  expect(workers.registration.active?.heard).toEqual([{ type: 'KEEP_LATER_CHUNKS' }]);
});

test('a browser without workers is left as it is', async () => {
  installServiceWorkers(null);
  const page = loadPage();
  await page.updates.start();
  await page.keepLaterChunks();
  expect(page.updates.state()).toBe('none');
});
