import { useEffect, useState } from 'react';

const STUCK_AFTER_MS = 10_000;

/**
 * Whether the cart on the screen is the server's: `saving` while changes are under way, `stuck` when that has
 * taken ten seconds. Nobody can pay before it is `saved`.
 */
export function useCartSaving(waiting: number): 'saved' | 'saving' | 'stuck' {
  const isWaiting = waiting > 0;
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
