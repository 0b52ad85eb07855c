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

test('a change that waited for more than a day is lost, and the shopper is told', async () => {
  const toasts = recordToastRequests();
  const createdAt = Date.now() - 25 * 60 * 60_000;
  await storage.write(`ob|${sampleUser.id}|${createdAt}-old`, {
    id: 'old',
    userId: sampleUser.id,
    type: 'cart.remove',
    scope: 'cart',
    line: { productId: 'rice', variant: null, sellingUnitName: null },
    createdAt,
    tries: 0,
  });
  renderScreenWithoutApp(<MemberBackgroundServices />);
  await vi.waitFor(() =>
    expect(toasts).toMatchObject([
      { kind: 'warning', message: '1 change could not be saved. Please check your cart.' },
    ]),
  );
  expect(await storage.list('ob|')).toEqual([]);
});
