import { useEffect, useRef, useState } from 'react';
import { isAborted } from '../../lib/api-errors.ts';
import { IntentKey } from '../../lib/intent-key.ts';
import { mayTryAgain, pauseMs, restFor } from './patient-retry.ts';

/** One try. Every try with the same body carries the same key, so that a lost answer never counts twice. */
type Try<Body, Reply> = (
  parts: { body: Body; idempotencyKey: string },
  signal: AbortSignal,
) => Promise<Reply>;

export interface PatientCall {
  isRunning: boolean;
  /** The last failure: of a running call (it goes on trying) or the final one. */
  error: unknown;
  /** Runs the call to its end. @returns the reply, or null when it was refused or stopped. */
  run: <Body, Reply>(body: Body, attempt: Try<Body, Reply>) => Promise<Reply | null>;
  /** Gives up trying; the last failure stays visible. */
  stop: () => void;
}

/** A write that is repeated until the server answers for good. Leaving the screen stops it. */
export function usePatientCall(): PatientCall {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const controller = useRef<AbortController | null>(null);
  const [intent] = useState(() => new IntentKey());

  useEffect(() => () => controller.current?.abort(), []);

  const run = async <Body, Reply>(body: Body, attempt: Try<Body, Reply>): Promise<Reply | null> => {
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
          if (own.signal.aborted || isAborted(failure)) return null;
          setError(failure);
          if (!mayTryAgain(failure, tries)) return null;
          await restFor(pauseMs(failure, tries), own.signal).catch(() => undefined);
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
