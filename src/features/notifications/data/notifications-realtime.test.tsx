import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createNotificationTestApp,
  createSampleNotification,
  deliverSocketNotification,
} from '../../../../tests/support/notification-phone.ts';
import { testAppServices } from '../../../../tests/support/own-app.tsx';
import { installScriptedApi } from '../../../../tests/support/screen-alone.tsx';
import { emitLocalNotification } from '../../../lib/local-notification.ts';
import { suppressToastShownInDialog } from '../../../ui/message/toast.ts';
import { createLocalNotificationStore } from './local-notifications.ts';
import {
  notificationListQuery,
  notificationQueryKeys,
  unreadNotificationCountQuery,
} from './notification-queries.ts';
import { refetchNotifications } from './notifications-realtime.ts';

const local = testAppServices.get(createLocalNotificationStore);

const unreadKey = notificationQueryKeys.unread('ada');
const phone = createNotificationTestApp();
beforeEach(() => phone.queryClient.setQueryData(unreadKey, 0));

test('a push that comes twice counts and tells once, also before the list was loaded', async () => {
  await deliverSocketNotification(phone, createSampleNotification('1'), createSampleNotification('1'));
  expect(phone.messages()).toEqual(['Payment 1', 'Payment last']);
  expect(phone.queryClient.getQueryData(unreadKey)).toBe(2);
});

test('what a dialog says, and what an order took from the wallet, shows no toast', async () => {
  suppressToastShownInDialog('fact 1');
  await deliverSocketNotification(phone, createSampleNotification('1'), {
    ...createSampleNotification('2'),
    category: 'wallet',
    data: { reason: 'Order Payment' },
  });
  expect(phone.messages()).toEqual(['Payment last']);
  expect(phone.queryClient.getQueryData(unreadKey)).toBe(3);
});

test('a push takes the place of what this phone made of the same fact, and of no other', async () => {
  installScriptedApi({});
  for (const id of ['1', '2']) emitLocalNotification({ ...createSampleNotification(id), title: 'Made here' });
  await deliverSocketNotification(phone, createSampleNotification('1'));
  expect(local.current().map(({ factKey }) => factKey)).toEqual(['fact 2']);
  // The phone makes the same notification after the server's has come.
  emitLocalNotification({ ...createSampleNotification('1'), title: 'Made here' });
  expect(local.current().map(({ factKey }) => factKey)).toEqual(['fact 2']);
});

test.each([
  ['payment', ['wallet', 'groups', 'group-stats', 'cart']],
  ['wallet', ['wallet']],
  ['group_buy', ['groups', 'group-stats']],
  ['referral', ['wallet', 'referral']],
  ['order', ['groups', 'own-reviews']],
  ['system', []],
] as const)('a push about %s makes the figures old that it is about', async (category, old) => {
  const queryNames = ['wallet', 'groups', 'group-stats', 'referral', 'cart', 'own-reviews'];
  for (const queryName of queryNames) phone.queryClient.setQueryData(['u', 'ada', queryName], {});
  await deliverSocketNotification(phone, { ...createSampleNotification('1'), category });
  const isOld = (queryName: string) =>
    phone.queryClient.getQueryState(['u', 'ada', queryName])?.isInvalidated;
  expect(queryNames.filter(isOld)).toEqual(old);
});

test.each([
  ['order', true],
  ['payment', false],
] as const)('a push about %s makes the public reviews old: %s', async (category, isOld) => {
  // An answer of the shop is written below the review in this list.
  const key = ['public', 'reviews', 'rice'];
  phone.queryClient.setQueryData(key, {});
  await deliverSocketNotification(phone, { ...createSampleNotification('1'), category });
  expect(phone.queryClient.getQueryState(key)?.isInvalidated).toBe(isOld);
});

describe('what is pushed while an answer is on its way', () => {
  /** Answers calls only when they are released. */
  function hold(path: string, answers: readonly object[]) {
    const letGo: (() => void)[] = [];
    const sent = installScriptedApi({
      [`GET ${path}`]: () => {
        const data = answers[letGo.length];
        return new Promise((resolve) => letGo.push(() => resolve({ json: { success: true, data } })));
      },
    });
    return { sent, letGo };
  }

  test('stays in the list, once, although the answer may be older', async () => {
    const { letGo } = hold('/api/notifications', [
      { notifications: [createSampleNotification('2'), createSampleNotification('1')] },
    ]);
    const list = phone.queryClient.fetchQuery(notificationListQuery('ada'));
    await deliverSocketNotification(
      phone,
      createSampleNotification('2'),
      createSampleNotification('3'),
      createSampleNotification('3'),
    );
    letGo[0]?.();
    expect((await list).map(({ _id }) => _id)).toEqual(['last', '3', '2', '1']);
  });

  test('is counted: a figure that may be older is asked for again', async () => {
    const { sent, letGo } = hold('/api/notifications/unread-count', [{ unreadCount: 1 }, { unreadCount: 7 }]);
    const figure = phone.queryClient.fetchQuery({ ...unreadNotificationCountQuery('ada'), staleTime: 0 });
    await deliverSocketNotification(phone);
    letGo[0]?.();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    letGo[1]?.();
    expect(await figure).toBe(7);
    expect(sent).toHaveLength(2);
  });

  test('is not known where the line opened meanwhile: the first answer shows, and is old', async () => {
    const { letGo } = hold('/api/notifications', [{ notifications: [createSampleNotification('1')] }]);
    const list = phone.queryClient.fetchQuery(notificationListQuery('ada'));
    refetchNotifications(phone.queryClient, 'ada');
    await vi.waitFor(() => expect(letGo).toHaveLength(1));
    letGo[0]?.();
    expect(await list).toHaveLength(1);
    for (const queryKey of [unreadKey, notificationQueryKeys.list('ada')]) {
      await vi.waitFor(() => expect(phone.queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true));
    }
  });
});
