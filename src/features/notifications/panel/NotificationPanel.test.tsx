import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { startCountingRenders } from '../../../../tests/support/count-renders.ts';
import { outbox, storage, testAppServices } from '../../../../tests/support/own-app.tsx';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
  sampleUser,
  signInWithoutApp,
  startOutboxWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import { createLocalNotificationStore } from '../data/local-notifications.ts';
import { notificationCommandRules } from '../data/notification-command-rules.ts';
import { registerNotificationCommands } from '../data/notification-commands.ts';
import { NOTIFICATIONS_LOADING_MIN_MS } from '../data/notification-queries.ts';
import NotificationPanel from './NotificationPanel.tsx';
import { CLEAR_NOTIFICATIONS_UNDO_MS } from './use-undoable-clear.ts';

const local = testAppServices.get(createLocalNotificationStore);

function notification(
  id: string,
  category: ShopperNotification['category'],
  read: boolean,
): ShopperNotification {
  return {
    _id: id,
    type: 'info',
    category,
    title: `Title ${id}`,
    message: `Message ${id}`,
    data: {},
    factKey: id,
    read,
    readAt: null,
    // The time is in the middle of a minute, so that a correction of the clock does not change the 5.
    createdAt: new Date(Date.now() - 5.5 * 60_000).toISOString(),
    timeAgo: '5m ago',
  };
}

beforeEach(async () => {
  for (const prefix of ['ob|', 'meta|', 'ln|']) await storage.removeAll(prefix);
  signInWithoutApp();
  startOutboxWithoutApp();
});
afterEach(() => vi.useRealTimers());

function openPanel(list: ShopperNotification[], script: ScriptedApiRoutes = {}) {
  let server = list;
  const sent = installScriptedApi({
    'GET /api/notifications': () => ({ json: { success: true, data: { notifications: server } } }),
    'GET /api/notifications/unread-count': () => ({ json: { success: true, data: { unreadCount: 0 } } }),
    'PATCH /api/notifications/a/read': () => {
      server = server.map((one) => (one._id === 'a' ? { ...one, read: true } : one));
      return { json: { success: true } };
    },
    'PATCH /api/notifications/mark-all-read': () => {
      server = server.map((one) => ({ ...one, read: true }));
      return { json: { success: true } };
    },
    'DELETE /api/notifications/a': () => {
      server = server.filter(({ _id }) => _id !== 'a');
      return { json: { success: true } };
    },
    'DELETE /api/notifications/clear-all': () => {
      server = [];
      return { json: { success: true } };
    },
    ...script,
  });
  const handleClose = vi.fn();
  const view = renderScreenWithoutApp(<NotificationPanel userId={sampleUser.id} onClose={handleClose} />);
  registerNotificationCommands(outbox, view.queryClient);
  return { ...view, sent, handleClose };
}
/** Both have the same time: one millisecond more would make the second the newest. */
const two = () => {
  const first = notification('a', 'payment', false);
  return [first, { ...notification('b', 'wallet', true), createdAt: first.createdAt }];
};

/** Opens the panel and skips the 1.5 s for which the first loading is shown. */
async function openLoaded(list: ShopperNotification[], script?: ScriptedApiRoutes) {
  vi.useFakeTimers();
  const view = openPanel(list, script);
  await act(() => vi.advanceTimersByTimeAsync(NOTIFICATIONS_LOADING_MIN_MS + 20));
  vi.useRealTimers();
  return view;
}

/** Taps Clear All and lets the time to undo pass. */
async function clearAllAndWait() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(screen.getByRole('button', { name: 'Clear All' }));
  await act(() => vi.advanceTimersByTimeAsync(CLEAR_NOTIFICATIONS_UNDO_MS));
}

test('a notification of a group says its days below the message, and no other has a line more', async () => {
  const days = 'Collect by 5 Dec 2026.';
  openPanel([
    { ...notification('a', 'group_buy', true), data: { days } },
    notification('b', 'group_buy', true),
  ]);
  const line = await screen.findByText(days);
  expect(line.previousElementSibling?.textContent).toBe('Message a');
  expect(screen.getByText('Message b').nextElementSibling).toBeNull();
});

test('a notification that leads to a product has its link, which closes the panel', async () => {
  const { handleClose } = await openLoaded([
    { ...notification('a', 'group_buy', true), data: { path: '/product/local-rice' } },
    notification('b', 'group_buy', true),
  ]);
  const link = screen.getByRole('link', { name: 'See the product' });
  expect(link.getAttribute('href')).toBe('/product/local-rice');
  await userEvent.click(link);
  expect(handleClose).toHaveBeenCalledOnce();
});

test('it loads a second and a half, then shows title, time and text', async () => {
  vi.useFakeTimers();
  openPanel(two());
  await act(() => vi.advanceTimersByTimeAsync(1_490));
  expect(screen.getByText('Loading notifications...')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(20));
  vi.useRealTimers();
  expect(screen.queryByText('Loading notifications...')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Notifications (1 unread)' })).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark All Read' }).disabled).toBe(false);
  expect(screen.getByText('Message a')).toBeDefined();
  expect(screen.getAllByText('5m ago')).toHaveLength(2);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByText('No notifications found')).toBeNull();
});

test('a notice is drawn again only when it or its age is another', async () => {
  const renders = startCountingRenders();
  await openLoaded([...two(), notification('c', 'payment', true)]);
  await screen.findByText('Message c');
  const atFirst = renders('NotificationItem');
  expect(atFirst).toBeGreaterThanOrEqual(3);
  for (const value of ['t', 'ti', 'tit']) {
    fireEvent.change(screen.getByPlaceholderText('Search notifications...'), { target: { value } });
  }
  expect(renders('NotificationItem')).toBe(atFirst);
  await userEvent.click(screen.getByRole('button', { name: 'Mark Read: Title a' }));
  expect(await screen.findByRole('heading', { name: 'Notifications (0 unread)' })).toBeDefined();
  // The tapped item is drawn for the tap, for the answer and for the new list; the others are not drawn again.
  expect(renders('NotificationItem a')).toBeGreaterThan(1);
  expect([renders('NotificationItem b'), renders('NotificationItem c')]).toEqual([1, 1]);
});

test('Refresh waits for the first load, and then for its own second and a half', async () => {
  vi.useFakeTimers();
  openPanel(two());
  const refresh = screen.getByRole<HTMLButtonElement>('button', { name: 'Refresh' });
  expect(refresh.disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(1_510));
  expect(refresh.disabled).toBe(false);
  fireEvent.click(refresh);
  await act(() => vi.advanceTimersByTimeAsync(1_490));
  expect(refresh.disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(20));
  expect(refresh.disabled).toBe(false);
});

test('offline a tap counts without an answer, and is sent when the line is back', async () => {
  const { sent } = await openLoaded(two());
  const button = await screen.findByRole('button', { name: 'Mark Read: Title a' });
  onlineManager.setOnline(false);
  fireEvent.click(button);
  expect(await screen.findByRole('heading', { name: 'Notifications (0 unread)' })).toBeDefined();
  expect(sent.some(({ method }) => method === 'PATCH')).toBe(false);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'PATCH')).toBe(true));
});

test('what this phone made is read and deleted one by one, without a call', async () => {
  await local.adopt(sampleUser.id);
  for (const id of ['c', 'd']) local.add(notification(id, 'payment', false), []);
  const { sent } = await openLoaded([]);
  expect(await screen.findByRole('heading', { name: 'Notifications (2 unread)' })).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Mark Read: Title c' }));
  expect(screen.getByRole('heading', { name: 'Notifications (1 unread)' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Title c' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('Message d')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Title d' }));
  expect(screen.queryByRole('list')).toBeNull();
  expect(sent.every(({ method }) => method === 'GET')).toBe(true);
  await local.adopt(null);
});

test('the second tap of a double tap deletes nothing: another button has moved under the finger', async () => {
  await openLoaded(two());
  const read = await screen.findByRole('button', { name: 'Mark Read: Title a' });
  onlineManager.setOnline(false);
  fireEvent.click(read, { detail: 1 });
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Title a' }), { detail: 1 });
  await vi.waitFor(() => expect(outbox.view.unwritten()).toEqual([]));
  expect(outbox.view.waiting()).toMatchObject([{ type: 'notif.read', noticeId: 'a' }]);
  onlineManager.setOnline(true);
});

test.each([
  [200, []],
  [400, ['notification call failed', 'notification call failed']],
])('the console hears only of a refused call: after an answer of %i it has %j', async (status, lines) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await openLoaded(two(), {
    'PATCH /api/notifications/a/read': () =>
      status === 200 ? { json: { success: true } } : createScriptedRefusal(status, ''),
    'PATCH /api/notifications/b/read': () => ({ json: { success: true } }),
  });
  await userEvent.click(await screen.findByText('Message a'));
  // Commands are sent one after another, so when the second is done the first has failed and was logged.
  await outbox.submit(notificationCommandRules, { type: 'notif.read', noticeId: 'b' });
  expect(warn.mock.calls.map(([words]) => words)).toEqual(lines);
  warn.mockRestore();
});

test('each category has a sign of its own', async () => {
  const kinds = ['payment', 'group_buy', 'referral', 'wallet', 'cart', 'system', 'order'] as const;
  await openLoaded(kinds.map((kind) => notification(kind, kind, true)));
  const rows = await screen.findAllByRole('listitem');
  const signs = rows.map((row) => row.querySelector('path')?.getAttribute('d'));
  expect(new Set(signs).size).toBe(7);
});

test('an unread one is marked read by its button, which then is gone', async () => {
  const { sent } = await openLoaded(two());
  await userEvent.click(await screen.findByRole('button', { name: 'Mark Read: Title a' }));
  expect(await screen.findByRole('heading', { name: 'Notifications (0 unread)' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Mark Read/ })).toBeNull();
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(sent.find(({ method }) => method === 'PATCH')?.key).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ['the words', () => screen.findByText('Message a')],
  [
    'the sign',
    async () => (await screen.findByText('Message a')).closest('li')?.firstElementChild as Element,
  ],
])('a tap on %s of an unread one marks it read', async (_, find) => {
  await openLoaded(two());
  await userEvent.click(await find());
  expect(await screen.findByRole('heading', { name: 'Notifications (0 unread)' })).toBeDefined();
});

test('Delete takes one away, Clear All the rest up to the newest seen', async () => {
  const list = two();
  const { sent } = await openLoaded(list);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete: Title a' }));
  await vi.waitFor(() => expect(screen.queryByText('Message a')).toBeNull());
  await clearAllAndWait();
  expect(await screen.findByText('No notifications found')).toBeDefined();
  expect(screen.getByText("You're all caught up!")).toBeDefined();
  await vi.waitFor(() => expect(sent.some(({ path }) => path.endsWith('clear-all'))).toBe(true), 10_000);
  const clear = sent.find(({ path }) => path.endsWith('clear-all'));
  expect(clear?.query.get('before')).toBe(list[1]?.createdAt);
});

test('Clear All can be undone: the notifications come back and nothing was sent', async () => {
  const { sent, unmount } = await openLoaded(two());
  await screen.findByText('Message a');
  fireEvent.click(screen.getByRole('button', { name: 'Clear All' }));
  expect(screen.getByRole('heading', { name: 'Notifications (0 unread)' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByText('Message a')).toBeDefined();
  expect(screen.getByText('Message b')).toBeDefined();
  unmount();
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test.each([
  ['closing the panel', (unmount: () => void) => unmount()],
  ['leaving the page', () => window.dispatchEvent(new Event('pagehide'))],
])('%s ends the time to undo, and the notifications are deleted', async (_, leave) => {
  const { sent, unmount } = await openLoaded(two());
  await screen.findByText('Message a');
  fireEvent.click(screen.getByRole('button', { name: 'Clear All' }));
  leave(unmount);
  await vi.waitFor(() => expect(sent.filter(({ path }) => path.endsWith('clear-all'))).toHaveLength(1));
});

test('Mark All Read leaves nothing unread', async () => {
  await openLoaded([notification('a', 'payment', false), notification('b', 'wallet', false)]);
  await screen.findByRole('heading', { name: 'Notifications (2 unread)' });
  await userEvent.click(screen.getByRole('button', { name: 'Mark All Read' }));
  expect(await screen.findByRole('heading', { name: 'Notifications (0 unread)' })).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark All Read' }).disabled).toBe(true);
});

test('chips and search narrow the list, and an empty result says what to do', async () => {
  openPanel(two());
  await screen.findByText('Message a');
  const chips = within(screen.getByRole('group', { name: 'Category' }));
  expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
    'All',
    'Payment',
    'Group buy',
    'Referral',
    'Wallet',
    'Cart',
    'System',
    'Order',
  ]);
  await userEvent.click(chips.getByRole('button', { name: 'Wallet' }));
  expect(screen.queryByText('Message a')).toBeNull();
  expect(screen.getByText('Message b')).toBeDefined();
  await userEvent.click(chips.getByRole('button', { name: 'Order' }));
  expect(screen.getByText('Try adjusting your search or filters')).toBeDefined();
  await userEvent.click(chips.getByRole('button', { name: 'Wallet' }));
  await userEvent.type(screen.getByPlaceholderText('Search notifications...'), 'message A');
  expect(screen.getByText('Try adjusting your search or filters')).toBeDefined();
});

/** Opens the panel with a list call that fails while `isBroken` is true. */
function openBroken(isBroken: () => boolean) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  return openPanel([], {
    'GET /api/notifications': () =>
      isBroken()
        ? createScriptedRefusal(500, 'The till is on fire', 'internal')
        : { json: { success: true, data: { notifications: two() } } },
  });
}
/** Passes the first try, its three retries and the pauses between them. */
const allTries = () => act(() => vi.advanceTimersByTimeAsync(15_000));
const FAILED = 'Notifications could not be loaded';

test('a first load that failed says so, in words of its own, and can be tried again', async () => {
  let isBroken = true;
  openBroken(() => isBroken);
  await allTries();
  expect(screen.getByText(FAILED)).toBeDefined();
  expect(screen.queryByText('The till is on fire')).toBeNull();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await allTries();
  expect(screen.getByText('Message a')).toBeDefined();
  expect(screen.queryByText(FAILED)).toBeNull();
});

test('a later failure says nothing: the list that is there stays', async () => {
  let isBroken = false;
  const { sent } = openBroken(() => isBroken);
  await allTries();
  isBroken = true;
  const before = sent.length;
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await allTries();
  expect(sent.length).toBeGreaterThanOrEqual(before + 4);
  expect(screen.getByText('Message a')).toBeDefined();
  expect(screen.queryByText(FAILED)).toBeNull();
});

test('offline a list that was never loaded says so', async () => {
  onlineManager.setOnline(false);
  openPanel(two());
  expect(await screen.findByText("You're offline")).toBeDefined();
  onlineManager.setOnline(true);
});

test('what the open panel shows counts as seen', async () => {
  const list = two();
  await openLoaded(list);
  await screen.findByText('Title a');
  await vi.waitFor(async () =>
    expect(await storage.read(`meta|${sampleUser.id}|seen`)).toBe(list[0]?.createdAt),
  );
});

test('what this phone made, by its own clock, does not say how far Clear All reaches', async () => {
  await local.adopt(sampleUser.id);
  // This notification is made now, while the server's newest is five minutes old.
  local.add(notification('c', 'payment', false), []);
  const list = two();
  const { sent, unmount } = await openLoaded(list);
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3), 5_000);
  fireEvent.click(screen.getByRole('button', { name: 'Clear All' }));
  expect(screen.queryByRole('list')).toBeNull();
  // Closing the panel ends the time to undo, so the call is made.
  unmount();
  const clear = () => sent.find(({ path }) => path.endsWith('/clear-all'));
  const newest = list
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1);
  await vi.waitFor(() => expect(clear()?.query.get('before')).toBe(newest), 10_000);
  await local.adopt(null);
});

test('before the notifications are known nobody is told that none is unread', async () => {
  onlineManager.setOnline(false);
  openPanel(two());
  expect(await screen.findByText("You're offline")).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Notifications' })).toBeDefined();
  expect(screen.queryByText(/unread/)).toBeNull();
  onlineManager.setOnline(true);
});
