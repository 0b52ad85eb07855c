import { isApiError, TimeoutError } from '../lib/api-errors.ts';

/** What the reply of any act may have beside its data. */
interface ActReply {
  underWay?: true;
}

/** Why an act has not ended yet, as the operator reads it. */
export const UNDER_WAY =
  'Accepted, under way. The card provider takes its time. This screen follows it to its end; you may leave it.';
const UNANSWERED =
  'The shop has not answered yet, so it may be done already. It is asked again under the same number: nothing is done twice.';

const ASK_AGAIN_MS = 2_000;

interface Follow {
  /** What is said meanwhile. */
  onUnderWay: (words: string) => void;
  /** Nobody looks any more: the act goes on without. */
  signal: AbortSignal;
}

/**
 * Sends an act, and while it is under way sends it again, which answers how it ended. The same key each time makes it one
 * act. A call that got no answer in time says nothing of the act, so it is asked again too.
 *
 * @throws what the act was refused with.
 */
export async function followAct<Reply extends object>(
  act: () => Promise<Reply>,
  { onUnderWay, signal }: Follow,
): Promise<Reply> {
  let hasBegun = false;
  for (;;) {
    try {
      const reply = await act();
      if (!(reply as ActReply).underWay) return reply;
      onUnderWay(UNDER_WAY);
    } catch (error) {
      // An answer of the shop ends it. A connection that is lost after the act was taken does not.
      if (isApiError(error) || !(hasBegun || error instanceof TimeoutError)) throw error;
      onUnderWay(UNANSWERED);
    }
    hasBegun = true;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    signal.throwIfAborted();
  }
}
