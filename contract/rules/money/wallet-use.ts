import { CARD_PAYMENT_MIN_NAIRA } from '../../limits.ts';

/** @returns the lesser of balance and total in whole naira, never below 0. @source spec section 5 (Wallet use) */
export function calculateUsableWalletAmount(balanceNaira: number, totalNaira: number): number {
  return Math.max(0, Math.min(balanceNaira, totalNaira));
}

/** Limits a typed amount to 0 and the usable amount, and drops decimals. */
export function clampWalletAmount(amountNaira: number, balanceNaira: number, totalNaira: number): number {
  if (!Number.isFinite(amountNaira)) return 0;
  return Math.max(
    0,
    Math.min(Math.floor(amountNaira), calculateUsableWalletAmount(balanceNaira, totalNaira)),
  );
}

/**
 * Calculates the amount of the 'Wallet + card' shortcut: the lesser of the balance and half the total, rounded down.
 */
export function calculateWalletAmountForEvenSplit(balanceNaira: number, totalNaira: number): number {
  return Math.max(0, Math.min(balanceNaira, Math.floor(totalNaira / 2)));
}

/**
 * Reduces the wallet amount so that the card pays at least the provider's minimum.
 * @returns `walletNaira` 0 when the total is too small for that.
 */
export function adjustWalletAmountForCardMinimum(
  walletNaira: number,
  totalNaira: number,
): { walletNaira: number; isShrunk: boolean } {
  const cardNaira = totalNaira - walletNaira;
  if (cardNaira <= 0 || cardNaira >= CARD_PAYMENT_MIN_NAIRA) return { walletNaira, isShrunk: false };
  return { walletNaira: Math.max(0, totalNaira - CARD_PAYMENT_MIN_NAIRA), isShrunk: true };
}
