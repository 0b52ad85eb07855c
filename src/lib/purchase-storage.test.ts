import { beforeEach, expect, test } from 'vitest';
import {
  clearPurchaseStorage,
  type PaymentInfo,
  preserveCart,
  preservedCartRemainingMs,
  storedPaymentInfo,
  storedWalletUse,
  storePaymentInfo,
  storeWalletUse,
} from './purchase-storage.ts';

const info: PaymentInfo = {
  userId: 'ada',
  walletUse: 500,
  flutterwaveAmount: 1_500,
  currentWalletBalance: 500,
  reference: 'gb-1',
  totalAmount: 2_000,
  cartId: 'c',
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("another shopper's payment information is removed unread", () => {
  storePaymentInfo(info);
  expect(storedPaymentInfo('ada')).toEqual(info);
  expect(storedPaymentInfo('bola')).toBeNull();
  expect(localStorage.getItem('paymentInfo')).toBeNull();
});

test('unreadable payment information counts as none', () => {
  localStorage.setItem('paymentInfo', '{');
  expect(storedPaymentInfo('ada')).toBeNull();
});

test('the cart stays preserved for five minutes after the return', () => {
  expect(preservedCartRemainingMs(0)).toBe(0);
  preserveCart(1_000);
  expect(preservedCartRemainingMs(1_000)).toBe(300_000);
  expect(preservedCartRemainingMs(300_999)).toBe(1);
  expect(preservedCartRemainingMs(301_000)).toBe(0);
  expect(preservedCartRemainingMs(0)).toBe(0);
});

test('the wallet amount is a whole number or unknown', () => {
  expect(storedWalletUse()).toBeNull();
  storeWalletUse(350);
  expect(storedWalletUse()).toBe(350);
  storeWalletUse(0);
  expect(storedWalletUse()).toBe(0);
  sessionStorage.setItem('walletUse', '-1');
  expect(storedWalletUse()).toBeNull();
});

test('clearing leaves nothing of the purchase', () => {
  storePaymentInfo(info);
  storeWalletUse(350);
  preserveCart(1);
  localStorage.setItem('cartData', '{}');
  localStorage.setItem('token', 't');
  clearPurchaseStorage();
  expect(Object.keys(localStorage)).toEqual(['token']);
  expect(sessionStorage.length).toBe(0);
});
