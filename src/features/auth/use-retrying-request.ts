import { useEffect, useRef, useState } from 'react';
import { isAbortError } from '../../lib/api/api-errors.ts';
import { IdempotentRequestSender } from '../../lib/api/idempotent-request-sender.ts';
import { getWriteRetryDelayMs, shouldRetryWrite, waitForWriteRetry } from './write-retry.ts';

/**
 * Sends the request once. All attempts with the same body share an idempotency key, so that the server applies only
 * one.
 */
export type RetryableRequest<Body, Reply> = (
  parts: { body: Body; idempotencyKey: string },
  signal: AbortSignal,
) => Promise<Reply>;

export interface RetryingRequestState {
  isRunning: boolean;
  /** Error of the last attempt. While `isRunning` is true, more attempts follow. */
  error: unknown;
  /**
   * Sends the request until the server gives a final response.
   * @returns the reply, or null when it was refused or stopped.
   */
  run: <Body, Reply>(body: Body, attempt: RetryableRequest<Body, Reply>) => Promise<Reply | null>;
  /** Stops retrying; the last error stays visible. */
  stop: () => void;
}

/** Retries a write until the server gives a final response. Unmounting stops it. */
export function useRetryingRequest(): RetryingRequestState {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const controller = useRef<AbortController | null>(null);
  const [intent] = useState(() => new IdempotentRequestSender());

  useEffect(() => () => controller.current?.abort(), []);

  const run = async <Body, Reply>(
    body: Body,
    attempt: RetryableRequest<Body, Reply>,
  ): Promise<Reply | null> => {
    if (controller.current) return null;
    const own = new AbortController();
    controller.current = own;
    setError(null);
    setIsRunning(true);
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await intent.run(body, (idempotencyKey) => attempt({ body, idempotencyKey }, own.signal));
        } catch (failure) {
          if (own.signal.aborted || isAbortError(failure)) return null;
          setError(failure);
          if (!shouldRetryWrite(failure, tries)) return null;
          await waitForWriteRetry(getWriteRetryDelayMs(failure, tries), own.signal).catch(() => undefined);
          if (own.signal.aborted) return null;
        }
      }
    } finally {
      controller.current = null;
      setIsRunning(false);
    }
  };

  return { isRunning, error, run, stop: () => controller.current?.abort() };
}
