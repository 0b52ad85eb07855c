import type { FastifyInstance } from 'fastify';
import { unavailable } from './errors/error-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    stopping: {
      /** Not ready any more, so that a proxy sends no new requests; those that come are still served. */
      isAnnounced: boolean;
    };
  }
}

/** Once the server closes, what still comes over open connections is refused with our own body. */
export function registerStopping(app: FastifyInstance): void {
  let isClosing = false;
  app.decorate('stopping', { isAnnounced: false });
  app.addHook('preClose', async () => {
    app.stopping.isAnnounced = true;
    isClosing = true;
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw unavailable();
  });
  // Answers to requests that came before the stop: a connection that stays open would hold it up.
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
