import { useEffect, useRef, useState } from 'react';

/**
 * The wallet's balance, once it was fetched since the page was opened: an older figure enables no choice.
 *
 * @param updatedAt when the cart was fetched, milliseconds.
 * @param refetch asks anew; called once.
 */
export function useFreshBalance(
  balanceNaira: number | undefined,
  updatedAt: number,
  refetch: () => Promise<unknown>,
): number | null {
  const [openedAt] = useState(() => Date.now());
  const ask = useRef(refetch);
  useEffect(() => {
    void ask.current();
  }, []);
  return updatedAt >= openedAt && balanceNaira !== undefined ? balanceNaira : null;
}
