import { useState } from 'react';
import { storedWalletUse, storeWalletUse } from '../../lib/purchase-storage.ts';
import { fittedWalletUse } from './wallet-amount.ts';

/**
 * The wallet amount of the purchase under way, carried from the cart to checkout within the tab.
 *
 * @param balanceNaira null while unknown: then nothing is taken from the wallet, and who wished for more than
 *   that must not pay yet (`awaitsBalance`).
 */
export function useWalletUse(
  totalNaira: number,
  balanceNaira: number | null,
): { walletUse: number; setWalletUse: (amountNaira: number) => void; awaitsBalance: boolean } {
  const [wished, setWished] = useState(() => storedWalletUse() ?? 0);
  const set = (amountNaira: number) => {
    setWished(amountNaira);
    storeWalletUse(amountNaira);
  };
  // The cart and the balance may have changed since: what cannot be used any more is not used.
  const { walletNaira } = fittedWalletUse(wished, balanceNaira ?? 0, totalNaira);
  return { walletUse: walletNaira, setWalletUse: set, awaitsBalance: balanceNaira === null && wished > 0 };
}
