import type { FastifyInstance } from 'fastify';
import { createServiceUnavailableError } from './errors/error-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    stopping: {
      /** True: the server will stop soon. `/readyz` fails, but requests are still served. */
      isAnnounced: boolean;
    };
  }
}

/** Refuses requests on open connections with the shop's own error body once the server closes. */
export function registerShutdownHooks(app: FastifyInstance): void {
  let isClosing = false;
  app.decorate('stopping', { isAnnounced: false });
  app.addHook('preClose', async () => {
    app.stopping.isAnnounced = true;
    isClosing = true;
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw createServiceUnavailableError();
  });
  // The last reply on each connection closes it, because connections that stay open would delay the end of the process.
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
