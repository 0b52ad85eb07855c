import type { PaymentMethod } from '../../schemas/payment.ts';

/**
 * Chooses the payment method by the wallet's amount: card only for 0, wallet only for the whole total, else both.
 * @param walletNaira whole naira from the wallet, ≥ 0.
 * @param totalNaira whole naira, above 0.
 * @source spec section 4 (Payment)
 */
export function choosePaymentMethod(walletNaira: number, totalNaira: number): PaymentMethod {
  if (walletNaira <= 0) return 'flutterwave_only';
  return walletNaira >= totalNaira ? 'wallet_only' : 'wallet_and_flutterwave';
}
