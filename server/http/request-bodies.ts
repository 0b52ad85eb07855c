import type { FastifyInstance } from 'fastify';

/** Every body is JSON of at most this size. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** JSON and nothing else. An empty body with a JSON type (many clients send one with DELETE) counts as none. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
}
