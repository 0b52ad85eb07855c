import { useEffect, useState } from 'react';

export const COPIED_STATE_MS = 2_000;

/**
 * Sets `isCopied` for two seconds after a copy.
 * @param announce announces the copy to screen readers.
 * @source spec section 9 (Timings)
 */
export function useCopiedState(announce: (words: string) => void): {
  isCopied: boolean;
  markCopied: () => void;
} {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_STATE_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const markCopied = () => {
    setCopied(true);
    announce('Copied!');
  };
  return { isCopied, markCopied };
}
