import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from './errors/error-handler.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * Deepest allowed nesting of JSON, far above any valid body. Deeper JSON would overflow the stack of recursive
 * functions.
 */
const MOST_LEVELS = 32;

/** Accepts only JSON. An empty body with a JSON type, which many clients send with DELETE, counts as absent. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const readJson = jsonReader(app);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    readJson(request, String(body), done),
  );
}

/** A request body with its raw text, in routes with `addRawBodyParser`; an empty body is undefined. */
export interface JsonBodyWithRawText {
  json: unknown;
  text: string;
}

/** Keeps the raw text of all bodies in this Fastify scope, because signatures are computed over it. */
export function addRawBodyParser(scope: FastifyInstance): void {
  const readJson = jsonReader(scope);
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    readJson(request, text, (error, json) => {
      if (error || json === undefined) done(error);
      else done(null, { json, text } satisfies JsonBodyWithRawText);
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

/** Measures the nesting by counting brackets outside strings, before the JSON is parsed. */
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
