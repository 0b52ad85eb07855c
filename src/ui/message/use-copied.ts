import { useEffect, useState } from 'react';
import { announceToScreenReader } from './Announcer.tsx';

export const COPIED_STATE_MS = 2_000;

/** Sets `isCopied` for two seconds after a copy and announces it to screen readers. @source spec section 9 (Timings) */
export function useCopiedState(): { isCopied: boolean; markCopied: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_STATE_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const markCopied = () => {
    setCopied(true);
    announceToScreenReader('Copied!');
  };
  return { isCopied, markCopied };
}
