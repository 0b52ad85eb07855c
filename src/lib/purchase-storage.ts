import { readStored, removeStored, writeStored } from './storage.ts';

/**
 * What the phone remembers of a purchase under way, under the names of the specification. All of it is a
 * convenience: the server and the attempt row know better. @source spec sections 3 and 4, offline.md section 2
 */

const CART_PRESERVED_MS = 5 * 60_000;

/** Whole naira. Carries its user: another's is removed unread. */
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

/** @returns null when nothing readable of this user is there. */
export function storedPaymentInfo(userId: string): PaymentInfo | null {
  try {
    const info = JSON.parse(readStored('localStorage', 'paymentInfo') ?? 'null') as PaymentInfo | null;
    if (info === null) return null;
    if (info.userId === userId) return info;
  } catch {
    // Unreadable: as another's.
  }
  removeStored('localStorage', 'paymentInfo');
  return null;
}

/** The amount the shopper wants to use from the wallet, whole naira; null: not chosen in this tab. */
export function storedWalletUse(): number | null {
  const amount = Number(readStored('sessionStorage', 'walletUse') ?? Number.NaN);
  return Number.isSafeInteger(amount) && amount >= 0 ? amount : null;
}

export function storeWalletUse(amountNaira: number): void {
  writeStored('sessionStorage', 'walletUse', String(amountNaira));
}

/** After a cancelled or failed return: the cart is kept, and says so for five minutes. */
export function preserveCart(nowMs: number): void {
  writeStored('sessionStorage', 'preserveCart', 'true');
  writeStored('sessionStorage', 'paymentReturnTime', String(nowMs));
}

/** Milliseconds that the preserved cart still lasts; 0 when there is none. */
export function preservedForMs(nowMs: number): number {
  if (readStored('sessionStorage', 'preserveCart') !== 'true') return 0;
  const ageMs = nowMs - Number(readStored('sessionStorage', 'paymentReturnTime') ?? Number.NaN);
  return ageMs >= 0 && ageMs < CART_PRESERVED_MS ? CART_PRESERVED_MS - ageMs : 0;
}

/** Ends the preserved mode. */
export function endPreservedCart(): void {
  removeStored('sessionStorage', 'preserveCart');
  removeStored('sessionStorage', 'paymentReturnTime');
}

/** After a verified success, at Clear and at sign-out: nothing of the purchase stays. */
export function clearPurchaseStorage(): void {
  for (const key of ['cartData', 'cartDataTimestamp', 'paymentInfo']) removeStored('localStorage', key);
  clearPurchaseOfTab();
}

/** Where another shopper uses the phone by now: only what this tab alone remembers. */
export function clearPurchaseOfTab(): void {
  removeStored('sessionStorage', 'walletUse');
  endPreservedCart();
}
