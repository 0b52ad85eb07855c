import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storage } from '../../../tests/support/own-app.tsx';
import {
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  sampleUser,
  signInWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { MemberBackgroundServices } from './MemberBackgroundServices.tsx';

beforeEach(() => {
  onlineManager.setOnline(false);
  installScriptedApi({});
  signInWithoutApp();
});
afterEach(() => onlineManager.setOnline(true));

const line = { productId: 'rice', variant: null, sellingUnitName: null };
const order = { trackingNumber: 'GB-1', lineNumber: '1' };

test.each([
  ['1 change could not be saved. Please check your cart.', [{ type: 'cart.remove', scope: 'cart', line }]],
  [
    '1 change could not be saved. Please make it again.',
    [{ type: 'review.withdraw', scope: 'review', productId: 'rice', line: order }],
  ],
  [
    '2 changes could not be saved. Please make them again.',
    [
      { type: 'cart.remove', scope: 'cart', line },
      { type: 'alert.set', scope: 'alert', productId: 'rice' },
    ],
  ],
])('what waited for more than a day is lost, and the shopper is told: %s', async (message, commands) => {
  const toasts = recordToastRequests();
  const createdAt = Date.now() - 25 * 60 * 60_000;
  const rows = commands.map((command, index) => {
    const id = `old-${index}`;
    const row = { id, userId: sampleUser.id, ...command, createdAt, tries: 0 };
    return [`ob|${sampleUser.id}|${createdAt}-${id}`, row] as [string, unknown];
  });
  // A running outbox must not find the first of them alone.
  await storage.change('ob|', () => ({ put: rows, result: undefined }));
  renderScreenWithoutApp(<MemberBackgroundServices />);
  await vi.waitFor(() => expect(toasts).toMatchObject([{ kind: 'warning', message }]));
  expect(await storage.list('ob|')).toEqual([]);
});
