import { useEffect, useState } from 'react';
import type { ProductListPages } from './product-list.ts';

const TICK_MS = 30_000;

interface AnsweredList {
  data: Pick<ProductListPages, 'pages'> | undefined;
  /** Phone time of the newest answer. */
  dataUpdatedAt: number;
}

/**
 * Returns the time by the server's clock; NaN before the first answer. The first render gives the time of the answer,
 * as the server's page does.
 */
export function useServerNowMs({ data, dataUpdatedAt: receivedAtMs }: AnsweredList): number {
  const answeredMs = Date.parse(data?.pages.at(-1)?.serverTime ?? '');
  const [nowMs, setNowMs] = useState(answeredMs);
  useEffect(() => {
    const tick = () => setNowMs(Date.now() + answeredMs - receivedAtMs);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [answeredMs, receivedAtMs]);
  return nowMs;
}
