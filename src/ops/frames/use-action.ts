import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isApiError, TimeoutError } from '../../lib/api-errors.ts';

/** Why an action has not ended yet, as the operator reads it. */
export const UNDER_WAY_MESSAGE =
  'In progress: the card provider is taking a while. This screen updates when it is finished; you can leave it.';
const UNANSWERED =
  'The shop has not answered yet, so it may already be done. Trying again with the same key: nothing is done twice.';

const ASK_AGAIN_MS = 2_000;

interface Follow {
  /** What is said meanwhile. */
  onUnderWay: (words: string) => void;
  /** Nobody looks any more: the action goes on without. */
  signal: AbortSignal;
}

/**
 * Sends an action, and while it is under way sends it again, which answers how it ended. The same key each time makes it
 * one action. A call that got no answer in time says nothing of it, so it is asked again too.
 *
 * @throws what the action was refused with.
 */
async function follow<Reply extends object>(
  act: () => Promise<Reply>,
  { onUnderWay, signal }: Follow,
): Promise<Reply> {
  let hasBegun = false;
  for (;;) {
    try {
      const reply = await act();
      if (!('underWay' in reply && reply.underWay)) return reply;
      onUnderWay(UNDER_WAY_MESSAGE);
    } catch (error) {
      // An answer of the shop ends it. A connection that is lost after the action was taken does not.
      if (isApiError(error) || !(hasBegun || error instanceof TimeoutError)) throw error;
      onUnderWay(UNANSWERED);
    }
    hasBegun = true;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    signal.throwIfAborted();
  }
}

interface Options<Fields, Reply> {
  act: (fields: Fields) => Promise<Reply>;
  onDone: (reply: Reply, fields: Fields) => void;
}

/** An action that is followed to its end, for as long as the screen is there. `underWay` is what is said meanwhile. */
export function useAction<Fields, Reply extends object>({ act, onDone }: Options<Fields, Reply>) {
  const [underWay, setUnderWay] = useState<string | null>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const aborter = new AbortController();
    leaving.current = aborter;
    return () => aborter.abort();
  }, []);
  const done = useMutation({
    mutationFn: (fields: Fields) => {
      const { signal } = leaving.current ?? new AbortController();
      return follow(() => act(fields), { onUnderWay: setUnderWay, signal });
    },
    onSuccess: onDone,
    onSettled: () => setUnderWay(null),
  });
  return { ...done, underWay };
}
