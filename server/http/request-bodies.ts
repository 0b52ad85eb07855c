import type { FastifyInstance } from 'fastify';
import { DomainError } from './error-handler.ts';

/** Every body is JSON of at most this size. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** More than any body of ours has. Without a limit, lists in lists end the stack of whoever walks through them. */
const MOST_LEVELS = 32;

/** JSON and nothing else. An empty body with a JSON type (many clients send one with DELETE) counts as none. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (isTooDeep(body as string)) done(new DomainError('bad_request'));
    else parseJson(request, body as string, done);
  });
}

/** Counts the brackets that stand outside texts, before anything is made of the JSON. */
function isTooDeep(json: string): boolean {
  let levels = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (isText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === '[' || sign === '{') levels += 1;
    else if (sign === ']' || sign === '}') levels -= 1;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
}
