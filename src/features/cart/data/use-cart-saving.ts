import { useEffect, useState } from 'react';

const STUCK_AFTER_MS = 10_000;

/**
 * @returns whether the server has the cart that shows: `saved`, `saving`, or `stuck` after ten seconds. Checkout
 * requires `saved`.
 */
export function useCartSavingState(pendingChangeCount: number): 'saved' | 'saving' | 'stuck' {
  const isWaiting = pendingChangeCount > 0;
  const [isStuck, setStuck] = useState(false);
  useEffect(() => {
    setStuck(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setStuck(true), STUCK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  if (!isWaiting) return 'saved';
  return isStuck ? 'stuck' : 'saving';
}
