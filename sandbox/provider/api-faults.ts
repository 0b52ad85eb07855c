import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { SandboxStore } from './sandbox-store.ts';

const HANG_MS = 60_000;

/**
 * Makes the next calls of the simulated API fail. With 'timeout' and 'malformed' the call takes effect, and only its
 * response is lost.
 * @param failure builds the provider's error body.
 */
export function injectApiFaults(
  app: FastifyInstance,
  store: SandboxStore,
  failure: (message: string) => unknown,
): void {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  app.addHook('preHandler', async (request, reply) => {
    const fault = store.state.scenario.api;
    if (!fault || fault.times <= 0) return;
    const left = fault.times > 1 ? { ...fault, times: fault.times - 1 } : null;
    await store.append({ kind: 'scenario', value: { ...store.state.scenario, api: left } });
    if (fault.fail === '503') {
      return reply.code(503).send(failure('An error occurred. Please contact support'));
    }
    if (fault.fail === '429') return reply.code(429).send(failure('Too many requests'));
    lostAnswers.set(request, fault.fail);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const lost = lostAnswers.get(request);
    if (lost === 'malformed') {
      reply.type('text/html');
      return '<html><body>Bad Gateway</body></html>';
    }
    if (lost === 'timeout')
      await sleep(HANG_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    return payload;
  });
}

const lostAnswers = new WeakMap<object, 'timeout' | 'malformed'>();
