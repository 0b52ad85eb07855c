import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isApiError, TimeoutError } from '../../lib/api/api-errors.ts';

/** Message while an action takes longer than usual. */
export const ACTION_IN_PROGRESS_MESSAGE =
  'In progress: the card provider is taking a while. This screen updates when it is finished; you can leave it.';
const UNANSWERED =
  'The shop has not answered yet, so it may already be done. Trying again with the same key: nothing is done twice.';

const ASK_AGAIN_MS = 2_000;

interface Follow {
  /** Called with the message to show while the action takes longer than usual. */
  onUnderWay: (message: string) => void;
  /** Aborts when the screen closes, which ends the wait but not the action on the server. */
  signal: AbortSignal;
}

/**
 * Sends an action, and repeats the request under the same idempotency key until the reply has the result.
 * @throws the server's refusal of the action.
 */
async function follow<Reply extends object>(
  action: () => Promise<Reply>,
  { onUnderWay, signal }: Follow,
): Promise<Reply> {
  let hasBegun = false;
  for (;;) {
    try {
      const reply = await action();
      if (!('underWay' in reply && reply.underWay)) return reply;
      onUnderWay(ACTION_IN_PROGRESS_MESSAGE);
    } catch (error) {
      // An action that timed out or is in progress may still run, so its result is requested again. An error reply ends
      // the wait.
      if (isApiError(error) || !(hasBegun || error instanceof TimeoutError)) throw error;
      onUnderWay(UNANSWERED);
    }
    hasBegun = true;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    signal.throwIfAborted();
  }
}

interface Options<Fields, Reply> {
  /** Runs once before the action, which does not begin when this throws. */
  prepare?: (fields: Fields) => Promise<void>;
  perform: (fields: Fields) => Promise<Reply>;
  onDone: (reply: Reply, fields: Fields) => void;
}

/**
 * Runs an action and waits for its result while the screen is open. `underWay` is the message to show during a long
 * wait.
 */
export function useOperatorAction<Fields, Reply extends object>({
  prepare,
  perform,
  onDone,
}: Options<Fields, Reply>) {
  const [underWay, setUnderWay] = useState<string | null>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const aborter = new AbortController();
    leaving.current = aborter;
    return () => aborter.abort();
  }, []);
  const done = useMutation({
    mutationFn: async (fields: Fields) => {
      await prepare?.(fields);
      const { signal } = leaving.current ?? new AbortController();
      return follow(() => perform(fields), { onUnderWay: setUnderWay, signal });
    },
    onSuccess: onDone,
    onSettled: () => setUnderWay(null),
  });
  return { ...done, underWay };
}
