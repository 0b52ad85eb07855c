import { beforeEach, expect, test, vi } from 'vitest';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import {
  createNotificationTestApp,
  createSampleNotification,
  deliverSocketNotification,
} from '../../../../tests/support/notification-phone.ts';
import { storage } from '../../../../tests/support/own-app.tsx';
import { installScriptedApi } from '../../../../tests/support/screen-alone.tsx';
import { storeLastSeenNotificationTime } from './last-seen.ts';
import { notificationQueryKeys } from './notification-queries.ts';

const unreadKey = notificationQueryKeys.unread('ada');
const phone = createNotificationTestApp();
beforeEach(() => phone.queryClient.setQueryData(unreadKey, 0));

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Hides the page and shows it again; the clock goes on meanwhile. */
function sleep(minutes: number): void {
  setVisibility('hidden');
  const wokenAtMs = Date.now() + minutes * 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(wokenAtMs);
  setVisibility('visible');
}

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

function serve(notifications: readonly ShopperNotification[]) {
  return installScriptedApi({
    'GET /api/notifications': () => ({ json: { success: true, data: { notifications } } }),
  });
}

async function haveSeen(createdAt: string): Promise<void> {
  storeLastSeenNotificationTime(storage, 'ada', createdAt);
  await vi.waitFor(async () => expect(await storage.read('meta|ada|seen')).toBe(createdAt));
}

test('after a sleep one toast sums up what is newer than the last one seen', async () => {
  await haveSeen(at(1));
  serve([
    createSampleNotification('4', at(4)),
    { ...createSampleNotification('3', at(3)), read: true },
    createSampleNotification('2', at(2)),
    createSampleNotification('1', at(1)),
  ]);
  sleep(30);
  await vi.waitFor(() => expect(phone.messages()).toEqual(['2 new notifications']));
  await vi.waitFor(async () => expect(await storage.read('meta|ada|seen')).toBe(at(4)));
  sleep(60);
  await vi.waitFor(() => expect(phone.queryClient.isFetching()).toBe(0));
  expect(phone.messages()).toEqual(['2 new notifications']);
});

test('a look away of less than 45 s is no sleep', async () => {
  await haveSeen(at(1));
  const sent = serve([createSampleNotification('2', at(2))]);
  sleep(44 / 60);
  await vi.waitFor(() => expect(phone.queryClient.isFetching()).toBe(0));
  expect(sent).toEqual([]);
  vi.restoreAllMocks();
  sleep(45 / 60);
  await vi.waitFor(() => expect(phone.messages()).toEqual(['1 new notification']));
});

test('on a phone that has shown nothing yet, it counts the unread ones that were added', async () => {
  phone.queryClient.setQueryData(unreadKey, 1);
  serve([createSampleNotification('2', at(2)), createSampleNotification('1', at(1))]);
  sleep(30);
  await vi.waitFor(() => expect(phone.messages()).toEqual(['1 new notification']));
});

test('then a list that is newer than the count says how many there were before', async () => {
  phone.queryClient.setQueryData(unreadKey, 1, { updatedAt: 1 });
  const before = [createSampleNotification('2', at(2)), createSampleNotification('1', at(1))];
  phone.queryClient.setQueryData(notificationQueryKeys.list('ada'), before, { updatedAt: 2 });
  serve([createSampleNotification('3', at(3)), ...before]);
  sleep(30);
  await vi.waitFor(() => expect(phone.messages()).toEqual(['1 new notification']));
});

test('what came while nobody looked is summed up once, by number, without asking anew', async () => {
  let count = 0;
  const pushUnseen = async (id: string) => {
    count += 1;
    phone.line.emit('notification:new', createSampleNotification(id, at(count)));
    await vi.waitFor(() => expect(phone.queryClient.getQueryData(unreadKey)).toBe(count));
  };
  setVisibility('hidden');
  await pushUnseen('1');
  setVisibility('visible');
  await vi.waitFor(() => expect(phone.messages()).toEqual(['1 new notification']));
  await vi.waitFor(async () => expect(await storage.read('meta|ada|seen')).toBe(at(1)));
  setVisibility('hidden');
  await pushUnseen('2');
  await pushUnseen('3');
  setVisibility('visible');
  await vi.waitFor(() => expect(phone.messages()).toEqual(['1 new notification', '2 new notifications']));
  setVisibility('hidden');
  setVisibility('visible');
  expect(phone.toasts).toHaveLength(2);
});

test('on a phone that has shown nothing yet, nothing new is no news', async () => {
  phone.queryClient.setQueryData(unreadKey, 2);
  const sent = serve([createSampleNotification('2', at(2)), createSampleNotification('1', at(1))]);
  sleep(30);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await vi.waitFor(() => expect(phone.queryClient.isFetching()).toBe(0));
  expect(phone.messages()).toEqual([]);
});

test('then a count that is newer than the list says how many there were before', async () => {
  const before = [createSampleNotification('2', at(2)), createSampleNotification('1', at(1))];
  phone.queryClient.setQueryData(notificationQueryKeys.list('ada'), before, { updatedAt: 1 });
  phone.queryClient.setQueryData(unreadKey, 1, { updatedAt: 2 });
  serve(before);
  sleep(30);
  await vi.waitFor(() => expect(phone.messages()).toEqual(['1 new notification']));
});

test('a page that is hidden again before the list came tells it on the next return', async () => {
  await haveSeen(at(1));
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const json = { success: true, data: { notifications: [createSampleNotification('2', at(2))] } };
  installScriptedApi({ 'GET /api/notifications': () => held.then(() => ({ json })) });
  sleep(30);
  await vi.waitFor(() => expect(phone.queryClient.isFetching()).toBe(1));
  setVisibility('hidden');
  answer();
  await vi.waitFor(() => expect(phone.queryClient.isFetching()).toBe(0));
  expect(phone.messages()).toEqual([]);
  setVisibility('visible');
  await vi.waitFor(() => expect(phone.messages()).toEqual(['1 new notification']));
});

test('without an answer the next return asks again, and after one no more', async () => {
  await haveSeen(at(1));
  const lost = installScriptedApi({});
  sleep(30);
  await vi.waitFor(() => expect(lost).toHaveLength(1));
  await vi.waitFor(() => expect(phone.queryClient.isFetching()).toBe(0));
  const sent = serve([createSampleNotification('2', at(2))]);
  for (const _ of ['asks', 'knows']) {
    setVisibility('hidden');
    setVisibility('visible');
    await vi.waitFor(() => expect(phone.messages()).toEqual(['1 new notification']));
    await vi.waitFor(() => expect(phone.queryClient.isFetching()).toBe(0));
  }
  expect(sent).toHaveLength(1);
});

test('a fact that has its own toast is not in the sum, nor is what another tab has shown', async () => {
  await haveSeen(at(1));
  await deliverSocketNotification(phone, createSampleNotification('2', at(2)));
  serve([
    createSampleNotification('3', at(3)),
    createSampleNotification('2', at(2)),
    createSampleNotification('1', at(1)),
  ]);
  sleep(30);
  await vi.waitFor(() =>
    expect(phone.messages()).toEqual(['Payment 2', 'Payment last', '1 new notification']),
  );
});

test('the last one seen never goes back', async () => {
  await haveSeen(at(5));
  storeLastSeenNotificationTime(storage, 'ada', at(2));
  await haveSeen(at(6));
});
