import { useEffect, useState } from 'react';

export interface FreshWalletBalance {
  /** Balance in whole naira; null until this page has fetched the balance. */
  balance: number | null;
  /** Fetches the balance again after a failed fetch; null when none has failed. */
  refetch: (() => void) | null;
}

/**
 * Returns the wallet balance once this page has fetched it, because no payment may rely on an older balance.
 * @param updatedAt when the cart was fetched, milliseconds.
 * @param refetch resolves to whether the server responded.
 */
export function useFreshWalletBalance(
  balanceNaira: number | undefined,
  updatedAt: number,
  refetch: () => Promise<boolean>,
): FreshWalletBalance {
  const [openedAt] = useState(() => Date.now());
  const [answer, setAnswer] = useState<'awaited' | 'there' | 'failed'>('awaited');
  const ask = async () => {
    setAnswer('awaited');
    setAnswer((await refetch()) ? 'there' : 'failed');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the balance is fetched once, when the page is opened
  useEffect(() => void ask(), []);
  const isFresh = (answer === 'there' || updatedAt >= openedAt) && balanceNaira !== undefined;
  if (isFresh) return { balance: balanceNaira, refetch: null };
  return { balance: null, refetch: answer === 'failed' ? () => void ask() : null };
}
