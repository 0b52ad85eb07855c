import type { PaymentMethod } from '../../schemas/payment.ts';

/**
 * Chooses the payment method: card only, wallet only, or both when the wallet pays a part of the total.
 * @source spec section 4 (Payment)
 */
export function choosePaymentMethod(walletNaira: number, totalNaira: number): PaymentMethod {
  if (walletNaira <= 0) return 'flutterwave_only';
  return walletNaira >= totalNaira ? 'wallet_only' : 'wallet_and_flutterwave';
}
