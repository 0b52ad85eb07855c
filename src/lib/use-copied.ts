import { useEffect, useState } from 'react';

export const COPIED_MS = 2_000;

/** Whether something was copied just now: true for two seconds after `noteCopied`. @source spec section 9 (Timings) */
export function useCopied(): { isCopied: boolean; noteCopied: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return { isCopied, noteCopied: () => setCopied(true) };
}
