import { adoptSessionOfOtherTabs } from './session.ts';
import { TOKEN_STORAGE_KEY, USER_STORAGE_KEY } from './token-and-user-storage.ts';

/**
 * Applies session changes of other tabs at once, or when the page becomes visible again.
 * @returns a function that unsubscribes.
 */
export function followSessionOfOtherTabs(): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === TOKEN_STORAGE_KEY || event.key === USER_STORAGE_KEY)
      adoptSessionOfOtherTabs();
  };
  const handleWake = () => {
    if (document.visibilityState === 'visible') adoptSessionOfOtherTabs();
  };
  addEventListener('storage', handleStorage);
  addEventListener('pageshow', handleWake);
  document.addEventListener('visibilitychange', handleWake);
  document.addEventListener('resume', handleWake);
  // Another tab may have changed the session after this tab first read it and before these listeners existed.
  adoptSessionOfOtherTabs();
  return () => {
    removeEventListener('storage', handleStorage);
    removeEventListener('pageshow', handleWake);
    document.removeEventListener('visibilitychange', handleWake);
    document.removeEventListener('resume', handleWake);
  };
}
