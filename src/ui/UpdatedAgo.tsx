import { useEffect, useState } from 'react';
import { timeAgo } from '#contract/rules/time-ago.ts';

interface Props {
  /** When the shown data came from the server, milliseconds of the phone's clock; 0: never. */
  updatedAt: number;
  /** Younger data counts as fresh and shows nothing. */
  staleMs: number;
  /** Names what the phone had saved: then it is dated whatever its age. */
  what?: string | undefined;
}

const TICK_MS = 30_000;

/** `Updated 5m ago` over saved data: old figures are never shown as new. */
export function UpdatedAgo({ updatedAt, staleMs, what }: Props) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (updatedAt === 0) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [updatedAt]);
  // Polls may be a little late: only what missed a whole round is called old.
  const isFresh = what === undefined && now - updatedAt <= Math.max(staleMs, 2 * TICK_MS);
  if (updatedAt === 0 || isFresh) return null;
  return (
    <p className="tiny muted">
      {`${what === undefined ? '' : `${what}. `}Updated ${timeAgo(updatedAt, now)}`}
    </p>
  );
}
