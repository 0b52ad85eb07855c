import { useEffect, useState } from 'react';
import { formatTimeAgo } from '#contract/rules/time/time-ago.ts';

interface Props {
  /** Time of the last response by the phone's clock, in milliseconds; 0: none yet. */
  updatedAt: number;
  /** Age in milliseconds from which the text shows. */
  staleMs: number;
  /** Text before the age, such as `Your saved cart`. When it is given, the age always shows. */
  savedThing?: string | undefined;
}

const TICK_MS = 30_000;

/** Shows `Updated 5m ago` over saved data, so that old data never looks current. */
export function UpdatedAgoText({ updatedAt, staleMs, savedThing }: Props) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (updatedAt === 0) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [updatedAt]);
  // Data younger than a minute counts as fresh, because a poll may be a little late.
  const isFresh = savedThing === undefined && now - updatedAt <= Math.max(staleMs, 2 * TICK_MS);
  if (updatedAt === 0 || isFresh) return null;
  return (
    <p className="tiny muted">
      {`${savedThing === undefined ? '' : `${savedThing}. `}Updated ${formatTimeAgo(updatedAt, now)}`}
    </p>
  );
}
