import { clampWalletUse, fitCardMinimum } from '#contract/rules/wallet-use.ts';

/** Limits a wallet amount to the balance and the total, and leaves the card at least its minimum. Whole naira. */
export function limitWalletUse(
  wishedNaira: number,
  balanceNaira: number,
  totalNaira: number,
): { walletNaira: number; isShrunk: boolean } {
  return fitCardMinimum(clampWalletUse(wishedNaira, balanceNaira, totalNaira), totalNaira);
}
