import { useState } from 'react';
import { readChosenWalletAmount, storeChosenWalletAmount } from '../../../lib/storage/purchase-storage.ts';
import { clampWalletPaymentAmount } from './wallet-amount.ts';

/**
 * Returns the amount that the wallet pays, which cart and checkout of this tab share.
 * @param balanceNaira null while unknown: a shopper who chose a wallet amount cannot pay yet (`awaitsBalance`).
 */
export function useWalletPaymentAmount(
  totalNaira: number,
  balanceNaira: number | null,
): { walletUse: number; setWalletUse: (amountNaira: number) => void; awaitsBalance: boolean } {
  const [wished, setWished] = useState(() => readChosenWalletAmount() ?? 0);
  const set = (amountNaira: number) => {
    setWished(amountNaira);
    storeChosenWalletAmount(amountNaira);
  };
  // The cart and the balance may have changed since the choice, so the amount is limited again.
  const { walletNaira } = clampWalletPaymentAmount(wished, balanceNaira ?? 0, totalNaira);
  return { walletUse: walletNaira, setWalletUse: set, awaitsBalance: balanceNaira === null && wished > 0 };
}
