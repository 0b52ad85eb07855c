import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from './errors/error-handler.ts';

/** Every body is JSON of at most this size. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** More than any body of ours has. Without a limit, lists in lists end the stack of whoever walks through them. */
const MOST_LEVELS = 32;

/** JSON and nothing else. An empty body with a JSON type (many clients send one with DELETE) counts as none. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const readJson = jsonReader(app);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    readJson(request, String(body), done),
  );
}

/** A body in a scope of `keepBodyText`; an empty one is none there too. */
export interface BodyWithText {
  json: unknown;
  text: string;
}

/** From here on a body comes with the text it was read from, which a signature is made over. */
export function keepBodyText(scope: FastifyInstance): void {
  const readJson = jsonReader(scope);
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    readJson(request, text, (error, json) => {
      if (error || json === undefined) done(error);
      else done(null, { json, text } satisfies BodyWithText);
    });
  });
}

type BodyDone = (error: Error | null, body?: unknown) => void;

function jsonReader(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: string, done: BodyDone): void => {
    if (body === '') done(null, undefined);
    else if (isTooDeep(body)) done(new DomainError('bad_request'));
    else parseJson(request, body, done);
  };
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
