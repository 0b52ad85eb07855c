import { readStored, removeStored, writeStored } from './storage.ts';

/**
 * Stores the current purchase under the specification's keys, for convenience only: server and attempt row decide.
 * @source spec sections 3 and 4, offline.md section 2
 */

const CART_PRESERVED_MS = 5 * 60_000;

/** Amounts are whole naira. An entry of another user is removed unread. */
export interface PaymentInfo {
  userId: string;
  walletUse: number;
  flutterwaveAmount: number;
  currentWalletBalance: number;
  reference: string;
  totalAmount: number;
  cartId: string | null;
}

export function storePaymentInfo(info: PaymentInfo): void {
  writeStored('localStorage', 'paymentInfo', JSON.stringify(info));
}

/** @returns null unless a readable entry of this user exists. */
export function storedPaymentInfo(userId: string): PaymentInfo | null {
  try {
    const info = JSON.parse(readStored('localStorage', 'paymentInfo') ?? 'null') as PaymentInfo | null;
    if (info === null) return null;
    if (info.userId === userId) return info;
  } catch {
    // An unreadable entry is treated like another user's.
  }
  removeStored('localStorage', 'paymentInfo');
  return null;
}

/** Reads the wallet amount chosen in this tab, whole naira; null: none. */
export function storedWalletUse(): number | null {
  const amount = Number(readStored('sessionStorage', 'walletUse') ?? Number.NaN);
  return Number.isSafeInteger(amount) && amount >= 0 ? amount : null;
}

export function storeWalletUse(amountNaira: number): void {
  writeStored('sessionStorage', 'walletUse', String(amountNaira));
}

/** Marks the cart as preserved after a cancelled or failed payment; a banner shows this for five minutes. */
export function preserveCart(nowMs: number): void {
  writeStored('sessionStorage', 'preserveCart', 'true');
  writeStored('sessionStorage', 'paymentReturnTime', String(nowMs));
}

/** Returns the remaining time of the preserved cart, milliseconds; 0 when there is none. */
export function preservedCartRemainingMs(nowMs: number): number {
  if (readStored('sessionStorage', 'preserveCart') !== 'true') return 0;
  const ageMs = nowMs - Number(readStored('sessionStorage', 'paymentReturnTime') ?? Number.NaN);
  return ageMs >= 0 && ageMs < CART_PRESERVED_MS ? CART_PRESERVED_MS - ageMs : 0;
}

export function clearPreservedCart(): void {
  removeStored('sessionStorage', 'preserveCart');
  removeStored('sessionStorage', 'paymentReturnTime');
}

/** Deletes the purchase's stored data: after success, at Clear and at sign-out. */
export function clearPurchaseStorage(): void {
  for (const key of ['cartData', 'cartDataTimestamp', 'paymentInfo']) removeStored('localStorage', key);
  clearTabPurchase();
}

/** Deletes only this tab's data, because another shopper is using the phone. */
export function clearTabPurchase(): void {
  removeStored('sessionStorage', 'walletUse');
  clearPreservedCart();
}
