import { useEffect, useState } from 'react';

export const COPIED_MS = 2_000;

/**
 * Whether something was copied just now: true for two seconds after `noteCopied`. @source spec section 9 (Timings)
 *
 * @param announce says it to readers, who may not look at the button any more.
 */
export function useCopied(announce: (words: string) => void): { isCopied: boolean; noteCopied: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const noteCopied = () => {
    setCopied(true);
    announce('Copied!');
  };
  return { isCopied, noteCopied };
}
