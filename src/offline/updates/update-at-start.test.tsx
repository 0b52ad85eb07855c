import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type FakeServiceWorker,
  FakeServiceWorkerContainer,
  installServiceWorkers,
} from '../../../tests/support/played-workers.ts';
import { activateWaitingRelease } from './update-at-start.ts';

let workers: FakeServiceWorkerContainer;
let waiting: FakeServiceWorker;
const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  sessionStorage.clear();
  history.replaceState(null, '', '/product/rice-2.5kg?source=pwa');
  workers = installServiceWorkers(new FakeServiceWorkerContainer().withActive());
  waiting = workers.withWaiting();
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  installServiceWorkers(null);
});

const told = () => waiting.heard.map((message) => (message as { type: string }).type);

/** Starts the page and waits until the waiting release was told to take over. */
async function start(): Promise<{ isTaken: Promise<boolean> }> {
  const wasTold = new Promise<void>((resolve) => {
    waiting.addEventListener('SKIP_WAITING', () => resolve());
  });
  const isTaken = activateWaitingRelease();
  await wasTold;
  return { isTaken };
}

test('the only page takes the release that waits, and is replaced by its own address', async () => {
  const { isTaken } = await start();
  expect(replace).not.toHaveBeenCalled();
  workers.takeOver(waiting);
  expect(await isTaken).toBe(true);
  expect(replace.mock.calls).toEqual([[location.href]]);
  expect(location.href).toContain('/product/rice-2.5kg?source=pwa');
  expect(reload).not.toHaveBeenCalled();
});

test('an address with a fragment is loaded anew too', async () => {
  history.replaceState(null, '', '/#content');
  const { isTaken } = await start();
  workers.takeOver(waiting);
  expect(await isTaken).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(replace).not.toHaveBeenCalled();
});

test('a take-over that nobody hears of is waited for a second', async () => {
  const { isTaken } = await start();
  await vi.advanceTimersByTimeAsync(999);
  expect(replace).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await isTaken).toBe(true);
  expect(replace).toHaveBeenCalledTimes(1);
});

test('once a minute: a release that does not take over must not reload for ever', async () => {
  const { isTaken } = await start();
  workers.takeOver(waiting);
  await isTaken;
  const next = workers.withWaiting();
  expect(await activateWaitingRelease()).toBe(false);
  expect(next.heard).toEqual([{ type: 'COUNT_PAGES' }]);
  expect(replace).toHaveBeenCalledTimes(1);
});

test.each([
  'returned=true',
  'cancelled=1',
  'failed',
  'success=true&reference=AJ-1',
  'reference=AJ-1',
  'status=completed',
  'tx_ref=AJ-1',
  'transaction_id=7',
])('an address that brings a payment home (%s) is opened as it is', async (query) => {
  history.replaceState(null, '', `/cart?${query}`);
  expect(await activateWaitingRelease()).toBe(false);
  expect(waiting.heard).toEqual([]);
});

test.each([
  ['another page is open', () => Object.assign(waiting, { pages: 2 })],
  ['nothing waits', () => Object.assign(workers.registration, { waiting: null })],
  ['no worker runs this page', () => Object.assign(workers, { controller: null })],
  ['the browser has no workers', () => installServiceWorkers(null)],
  [
    'the session cannot remember it',
    () => {
      const setItem = () => {
        throw new Error('full');
      };
      vi.stubGlobal('sessionStorage', { getItem: () => null, setItem });
    },
  ],
])('the page starts as it is when %s', async (_, prepare) => {
  prepare();
  expect(await activateWaitingRelease()).toBe(false);
  expect(told()).not.toContain('SKIP_WAITING');
  expect(replace).not.toHaveBeenCalled();
});

test('a release that does not say how many pages are open is not waited for', async () => {
  waiting.pages = null;
  const isTaken = activateWaitingRelease();
  await vi.waitFor(() => expect(told()).toEqual(['COUNT_PAGES']));
  await vi.advanceTimersByTimeAsync(300);
  expect(await isTaken).toBe(false);
  expect(told()).toEqual(['COUNT_PAGES']);
});
