import type { FastifyInstance } from 'fastify';
import { unavailableError } from './errors/error-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    stopping: {
      /** True: no longer ready, so that a proxy sends no new requests. Requests are still served. */
      isAnnounced: boolean;
    };
  }
}

/** Once the server closes, requests on open connections are refused with our own body. */
export function registerStopping(app: FastifyInstance): void {
  let isClosing = false;
  app.decorate('stopping', { isAnnounced: false });
  app.addHook('preClose', async () => {
    app.stopping.isAnnounced = true;
    isClosing = true;
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw unavailableError();
  });
  // Closes the connections of earlier requests too: an open one would delay the stop.
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
