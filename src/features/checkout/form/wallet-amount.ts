import { adjustWalletForCardMinimum, clampWalletAmount } from '#contract/rules/money/wallet-use.ts';

/** Limits a wallet amount to the balance and the total, and leaves at least the card's minimum. Whole naira. */
export function limitWalletAmount(
  wishedNaira: number,
  balanceNaira: number,
  totalNaira: number,
): { walletNaira: number; isShrunk: boolean } {
  return adjustWalletForCardMinimum(clampWalletAmount(wishedNaira, balanceNaira, totalNaira), totalNaira);
}
