import { beforeEach, expect, test } from 'vitest';
import {
  clearStoredCartAndPayment,
  getPreservedCartBannerRemainingMs,
  type LastStartedPayment,
  readChosenWalletAmount,
  readLastStartedPayment,
  storeChosenWalletAmount,
  storeLastStartedPayment,
  storePreservedCartBannerStart,
} from './purchase-storage.ts';

const info: LastStartedPayment = {
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
  storeLastStartedPayment(info);
  expect(readLastStartedPayment('ada')).toEqual(info);
  expect(readLastStartedPayment('bola')).toBeNull();
  expect(localStorage.getItem('paymentInfo')).toBeNull();
});

test('unreadable payment information counts as none', () => {
  localStorage.setItem('paymentInfo', '{');
  expect(readLastStartedPayment('ada')).toBeNull();
});

test('the cart stays preserved for five minutes after the return', () => {
  expect(getPreservedCartBannerRemainingMs(0)).toBe(0);
  storePreservedCartBannerStart(1_000);
  expect(getPreservedCartBannerRemainingMs(1_000)).toBe(300_000);
  expect(getPreservedCartBannerRemainingMs(300_999)).toBe(1);
  expect(getPreservedCartBannerRemainingMs(301_000)).toBe(0);
  expect(getPreservedCartBannerRemainingMs(0)).toBe(0);
});

test('the wallet amount is a whole number or unknown', () => {
  expect(readChosenWalletAmount()).toBeNull();
  storeChosenWalletAmount(350);
  expect(readChosenWalletAmount()).toBe(350);
  storeChosenWalletAmount(0);
  expect(readChosenWalletAmount()).toBe(0);
  sessionStorage.setItem('walletUse', '-1');
  expect(readChosenWalletAmount()).toBeNull();
});

test('clearing leaves nothing of the purchase', () => {
  storeLastStartedPayment(info);
  storeChosenWalletAmount(350);
  storePreservedCartBannerStart(1);
  localStorage.setItem('cartData', '{}');
  localStorage.setItem('token', 't');
  clearStoredCartAndPayment();
  expect(Object.keys(localStorage)).toEqual(['token']);
  expect(sessionStorage.length).toBe(0);
});
