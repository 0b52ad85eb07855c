import { useEffect, useState } from 'react';

export interface FreshBalance {
  /** Whole naira; null until it was fetched since the page was opened: an older figure enables no choice. */
  balance: number | null;
  /** Asks again, once asking has failed; null before. */
  askAgain: (() => void) | null;
}

/**
 * The wallet's balance as of this page.
 *
 * @param updatedAt when the cart was fetched, milliseconds.
 * @param refetch asks anew, and ends with whether an answer came. That counts whatever the phone's clock says.
 */
export function useFreshBalance(
  balanceNaira: number | undefined,
  updatedAt: number,
  refetch: () => Promise<boolean>,
): FreshBalance {
  const [openedAt] = useState(() => Date.now());
  const [answer, setAnswer] = useState<'awaited' | 'there' | 'failed'>('awaited');
  const ask = async () => {
    setAnswer('awaited');
    setAnswer((await refetch()) ? 'there' : 'failed');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => void ask(), []);
  const isFresh = (answer === 'there' || updatedAt >= openedAt) && balanceNaira !== undefined;
  if (isFresh) return { balance: balanceNaira, askAgain: null };
  return { balance: null, askAgain: answer === 'failed' ? () => void ask() : null };
}
