import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPushNotification, resubscribeToPush } from './push.ts';

/** Simulates the browser at a tapped notification: `pages` are open, `opened` are the windows that the worker opens. */
const opened: string[] = [];
let pages: ReturnType<typeof page>[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  opened.length = 0;
  vi.stubGlobal('self', {
    location: new URL('https://shop.example/sw.js'),
    clients: {
      matchAll: async () => pages,
      openWindow: async (path: string) => void opened.push(path),
    },
    registration: { pushManager: { subscribe: async (options: unknown) => void subscribed.push(options) } },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const subscribed: unknown[] = [];

/** @param answer the page's reply about the path; null: the page is loading or frozen and does not reply. */
function page(path: string, answer: boolean | null) {
  const shown: string[] = [];
  const focus = vi.fn(async () => undefined);
  const postMessage = (message: { path: string }, [port]: MessagePort[]) => {
    if (answer) shown.push(message.path);
    if (answer !== null) port?.postMessage(answer);
    port?.close();
  };
  return { url: `https://shop.example${path}`, shown, focus, postMessage };
}

async function tap(path = '/account'): Promise<void> {
  const notification = { close: () => undefined, data: { path } };
  let isOver = false;
  const done = openPushNotification(notification as unknown as Notification).then(() => {
    isOver = true;
  });
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(500);
    expect(isOver).toBe(true);
  });
  await done;
}

test('a tapped notification is shown by an open page, which comes to the front', async () => {
  const home = page('/', true);
  pages = [home];
  await tap();
  expect(home.shown).toEqual(['/account']);
  expect(home.focus).toHaveBeenCalled();
  expect(opened).toEqual([]);
});

test.each([
  ['no page is open', () => []],
  ['the page is not ready or stands still', () => [page('/', null)]],
  ['something typed stands in the page', () => [page('/edit-profile', false)]],
  ['the page is in the middle of buying', () => [page('/checkout', true)]],
])('a tapped notification leads to a page of its own when %s', async (_, open) => {
  pages = open();
  await tap();
  expect(opened).toEqual(['/account']);
});

test('a notification for an operator opens the console, not an open page of the shop', async () => {
  const home = page('/', true);
  pages = [home];
  await tap('/ops/orders');
  expect(home.shown).toEqual([]);
  expect(opened).toEqual(['/ops/orders']);
});

test('a subscription that the browser ended is made anew under its own terms', async () => {
  const options = { userVisibleOnly: true };
  const change = { oldSubscription: { options }, newSubscription: null };
  await resubscribeToPush(change as unknown as Parameters<typeof resubscribeToPush>[0]);
  expect(subscribed).toEqual([options]);
  await resubscribeToPush({ ...change, newSubscription: {} } as unknown as Parameters<
    typeof resubscribeToPush
  >[0]);
  expect(subscribed).toHaveLength(1);
});
