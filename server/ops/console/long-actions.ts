import type { FastifyInstance } from 'fastify';

/**
 * A request waits this long for an action's end. It is then answered without a result, before the console's page gives
 * up.
 */
const ANSWER_WITHIN_MS = 4_000;
/** Milliseconds after an action's end for which its result can be fetched. */
const KEPT_MS = 10 * 60_000;

/** Runs actions that may outlast their request; a repeated request fetches the result. */
export interface LongActionRunner<Done> {
  /**
   * Starts the action, or waits for the running action of the same name.
   * @returns null while the action still runs.
   */
  startOrJoin(name: string, action: () => Promise<Done>): Promise<Done | null>;
}

/**
 * Creates the runner.
 * @param app waits with its close until all started actions have ended, so that none is interrupted.
 */
export function createLongActionRunner<Done>(app: FastifyInstance): LongActionRunner<Done> {
  const running = new Map<string, Promise<Done>>();
  app.addHook('onClose', async () => void (await Promise.allSettled(running.values())));

  const begin = (name: string, action: () => Promise<Done>): Promise<Done> => {
    const done = action();
    running.set(name, done);
    const forget = () => running.get(name) === done && running.delete(name);
    // A request that fetches the result handles its error. Until then the error must not end the process.
    done.catch(() => undefined).finally(() => setTimeout(forget, KEPT_MS).unref());
    return done;
  };

  return {
    async startOrJoin(name, action) {
      const done = running.get(name) ?? begin(name, action);
      const end = await within(done);
      if (end === null) return null;
      running.delete(name);
      return done;
    },
  };
}

/** Waits for an action's end. @returns null when it takes longer than the maximum wait. */
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
