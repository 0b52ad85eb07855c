import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storage } from '../../tests/support/own-app.tsx';
import { ada, catchToasts, scriptApi, showAlone, signInAlone } from '../../tests/support/screen-alone.tsx';
import { MemberServices } from './MemberServices.tsx';

beforeEach(() => {
  onlineManager.setOnline(false);
  scriptApi({});
  signInAlone();
});
afterEach(() => onlineManager.setOnline(true));

test('a change that waited for more than a day is lost, and the shopper is told', async () => {
  const toasts = catchToasts();
  const createdAt = Date.now() - 25 * 60 * 60_000;
  await storage.write(`ob|${ada.id}|${createdAt}-old`, {
    id: 'old',
    userId: ada.id,
    type: 'cart.remove',
    scope: 'cart',
    line: { productId: 'rice', variant: null, sellingUnitName: null },
    createdAt,
    tries: 0,
  });
  showAlone(<MemberServices />);
  await vi.waitFor(() =>
    expect(toasts).toMatchObject([
      { kind: 'warning', message: '1 change could not be saved. Please check your cart.' },
    ]),
  );
  expect(await storage.list('ob|')).toEqual([]);
});
