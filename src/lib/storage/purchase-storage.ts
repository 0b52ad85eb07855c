import {
  readBrowserStorage,
  readJsonFromBrowserStorage,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from './storage.ts';

/**
 * Stores the current purchase in browser storage. The keys are fixed by the specification.
 * @source spec sections 3 and 4, offline.md section 2
 */

const CART_PRESERVED_MS = 5 * 60_000;

/** The payment that was started last, amounts in whole naira. An entry of another user is removed unread. */
export interface LastStartedPayment {
  userId: string;
  walletUse: number;
  flutterwaveAmount: number;
  currentWalletBalance: number;
  reference: string;
  totalAmount: number;
  cartId: string | null;
}

export function storeLastStartedPayment(payment: LastStartedPayment): void {
  writeBrowserStorage('localStorage', 'paymentInfo', JSON.stringify(payment));
}

/** @returns the stored payment; null unless it is readable and of this user. */
export function readLastStartedPayment(userId: string): LastStartedPayment | null {
  const info = readJsonFromBrowserStorage('localStorage', 'paymentInfo') as LastStartedPayment | null;
  if (info?.userId === userId) return info;
  // An unreadable payment may be another user's, so it is removed too.
  removeFromBrowserStorage('localStorage', 'paymentInfo');
  return null;
}

/** Reads how much the shopper chose in this tab to pay from the wallet, whole naira; null: nothing was chosen. */
export function readChosenWalletAmount(): number | null {
  const amount = Number(readBrowserStorage('sessionStorage', 'walletUse') ?? Number.NaN);
  return Number.isSafeInteger(amount) && amount >= 0 ? amount : null;
}

export function storeChosenWalletAmount(amountNaira: number): void {
  writeBrowserStorage('sessionStorage', 'walletUse', String(amountNaira));
}

/**
 * Starts the five minutes in which a banner says that the payment failed or was cancelled and the cart is unchanged.
 */
export function storePreservedCartBannerStart(nowMs: number): void {
  writeBrowserStorage('sessionStorage', 'preserveCart', 'true');
  writeBrowserStorage('sessionStorage', 'paymentReturnTime', String(nowMs));
}

/** @returns the milliseconds for which the banner of the unchanged cart still shows; 0: it does not show. */
export function getPreservedCartBannerRemainingMs(nowMs: number): number {
  if (readBrowserStorage('sessionStorage', 'preserveCart') !== 'true') return 0;
  const ageMs = nowMs - Number(readBrowserStorage('sessionStorage', 'paymentReturnTime') ?? Number.NaN);
  return ageMs >= 0 && ageMs < CART_PRESERVED_MS ? CART_PRESERVED_MS - ageMs : 0;
}

export function deletePreservedCartBannerStart(): void {
  removeFromBrowserStorage('sessionStorage', 'preserveCart');
  removeFromBrowserStorage('sessionStorage', 'paymentReturnTime');
}

/** Deletes the stored cart and payment: after a payment, at sign-out, and when the shopper clears the cart. */
export function clearStoredCartAndPayment(): void {
  for (const key of ['cartData', 'cartDataTimestamp', 'paymentInfo'])
    removeFromBrowserStorage('localStorage', key);
  clearTabPaymentStorage();
}

/** Deletes only what this tab stored about the payment, because another shopper is now using the phone. */
export function clearTabPaymentStorage(): void {
  removeFromBrowserStorage('sessionStorage', 'walletUse');
  deletePreservedCartBannerStart();
}
