import { adjustWalletAmountForCardMinimum, clampWalletAmount } from '#contract/rules/money/wallet-use.ts';

/** Limits a wallet amount to the balance and the total, and leaves at least the card's minimum. Whole naira. */
export function clampWalletPaymentAmount(
  wishedNaira: number,
  balanceNaira: number,
  totalNaira: number,
): { walletNaira: number; isShrunk: boolean } {
  return adjustWalletAmountForCardMinimum(
    clampWalletAmount(wishedNaira, balanceNaira, totalNaira),
    totalNaira,
  );
}
