import { clampWalletUse, fitCardMinimum } from '#contract/rules/wallet-use.ts';

/**
 * A wished wallet amount as it can be used: clamped to balance and total, and leaving the card its minimum.
 * All in whole naira.
 */
export function fittedWalletUse(
  wishedNaira: number,
  balanceNaira: number,
  totalNaira: number,
): { walletNaira: number; isShrunk: boolean } {
  return fitCardMinimum(clampWalletUse(wishedNaira, balanceNaira, totalNaira), totalNaira);
}
