import { useLocation } from 'react-router-dom';

/**
 * What a link carried to this screen without its address: words that name a shopper stay out of the logs of servers
 * and proxies. It outlives a reload, and is read as whatever it may be.
 */
export function useCarried(name: 'q' | 'friend'): string | null {
  const state = useLocation().state as Record<string, unknown> | null;
  const carried = state?.[name];
  return typeof carried === 'string' && carried !== '' ? carried : null;
}
