import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/**
 * Returns the time by the server's clock; NaN before the first answer. The first render gives the time of the answer,
 * as the server's page does.
 *
 * @param answeredMs server time of the newest answer.
 * @param receivedAtMs phone time of the same answer.
 */
export function useServerNowMs(answeredMs: number, receivedAtMs: number): number {
  const [nowMs, setNowMs] = useState(answeredMs);
  useEffect(() => {
    const tick = () => setNowMs(Date.now() + answeredMs - receivedAtMs);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [answeredMs, receivedAtMs]);
  return nowMs;
}
