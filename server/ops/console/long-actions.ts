import type { FastifyInstance } from 'fastify';

/** How long a call waits for its act: well below what the console's page waits for an answer. */
const ANSWER_WITHIN_MS = 4_000;
/** How long an answer is kept for a repeated request. */
const KEPT_MS = 10 * 60_000;

/** Acts that may take longer than a call: they go on by themselves, and the same call again learns how they end. */
export interface LongActions<Done> {
  /**
   * Begins the act, or joins the one that is under way under the same name.
   *
   * @returns null while it is still under way. Its end, good or bad, is answered once.
   */
  startOrJoin(name: string, act: () => Promise<Done>): Promise<Done | null>;
}

/** @param app that stops no earlier than what has been begun. */
export function createLongActions<Done>(app: FastifyInstance): LongActions<Done> {
  const acts = new Map<string, Promise<Done>>();
  app.addHook('onClose', async () => void (await Promise.allSettled(acts.values())));

  const begin = (name: string, act: () => Promise<Done>): Promise<Done> => {
    const done = act();
    acts.set(name, done);
    const forget = () => acts.get(name) === done && acts.delete(name);
    // A refusal waits for the request that asks for it, and is no fault of the process until then.
    done.catch(() => undefined).finally(() => setTimeout(forget, KEPT_MS).unref());
    return done;
  };

  return {
    async startOrJoin(name, act) {
      const done = acts.get(name) ?? begin(name, act);
      const end = await within(done);
      if (end === null) return null;
      acts.delete(name);
      return done;
    },
  };
}

/** @returns null when it takes longer. */
async function within(done: Promise<unknown>): Promise<'ended' | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
  });
  const ended = done.then(
    () => 'ended' as const,
    () => 'ended' as const,
  );
  const first = await Promise.race([ended, late]);
  clearTimeout(timer);
  return first;
}
