import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/**
 * @returns the current time by the server's clock; NaN before the first response.
 * @param serverTimeMs server time of the newest response.
 * @param receivedAtMs phone time of the same response.
 */
export function useServerNowMs(serverTimeMs: number, receivedAtMs: number): number {
  const [nowMs, setNowMs] = useState(serverTimeMs);
  useEffect(() => {
    const tick = () => setNowMs(Date.now() + serverTimeMs - receivedAtMs);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [serverTimeMs, receivedAtMs]);
  return nowMs;
}
