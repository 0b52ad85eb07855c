import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiErrorBody, ApiErrorCode, FieldError } from '#contract/errors.ts';
import { isDatabaseUnreachableError } from '../../db/connection/database-unreachable.ts';
import { sendUnavailablePage, UNAVAILABLE_RETRY_AFTER_SECONDS } from '../pages/unavailable-page.ts';
import { classifyDatabaseError, isDatabaseOutOfResourcesError } from './database-errors.ts';
import { defaultErrorReplies } from './error-texts.ts';
import { logRequestFailure } from './log-failure.ts';
import { toFieldErrors } from './validation-errors.ts';

/** Details of a refusal. Status and message have defaults in `error-texts.ts`. */
export interface DomainErrorOptions {
  message?: string | undefined;
  status?: number;
  errors?: FieldError[];
  /** Value of the header `Retry-After` in seconds. */
  retryAfterSeconds?: number;
}

/** An error whose message is sent to the shopper. The messages of all other errors are hidden. */
export class DomainError extends Error {
  override name = 'DomainError';
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly details: DomainErrorOptions;

  /** @param details the message, or an object with several details of the refusal. */
  constructor(code: ApiErrorCode, details: string | DomainErrorOptions = {}) {
    const given = typeof details === 'string' ? { message: details } : details;
    super(given.message ?? defaultErrorReplies[code].message);
    this.code = code;
    this.status = given.status ?? defaultErrorReplies[code].status;
    this.details = given;
  }
}

const BUSY_RETRY_S = 2;

/** Converts any thrown value; unknown errors become a 500 without their message. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const fastifyError = error as Partial<FastifyError>;
  if (fastifyError.validation) {
    const errors = toFieldErrors(fastifyError as FastifyError);
    return new DomainError('validation_failed', { message: errors[0]?.message, errors });
  }
  if (fastifyError.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new DomainError('payload_too_large');
  if (isDatabaseUnreachableError(error) || isDatabaseOutOfResourcesError(error))
    return createServiceUnavailableError();
  const judged = classifyDatabaseError(error);
  if (judged === 'unavailable') return new DomainError(judged, { retryAfterSeconds: BUSY_RETRY_S });
  if (judged) return new DomainError(judged);
  const status = fastifyError.statusCode ?? 500;
  // A path parameter this long names nothing that exists, so the reply is 404.
  if (status === 404 || fastifyError.code === 'FST_ERR_MAX_PARAM_LENGTH') return new DomainError('not_found');
  if (status >= 400 && status < 500) return new DomainError('bad_request');
  return new DomainError('internal');
}

/** Creates the error for a moment in which the shop cannot serve: database unreachable or full, or server stopping. */
export function createServiceUnavailableError(): DomainError {
  return new DomainError('unavailable', { retryAfterSeconds: UNAVAILABLE_RETRY_AFTER_SECONDS });
}

/**
 * Builds the error body that http.md describes. The field `msg` repeats `message` for older clients, which read only
 * `msg`.
 */
export function buildErrorReplyBody(error: DomainError, requestId: string): ApiErrorBody {
  return {
    success: false,
    message: error.message,
    msg: error.message,
    code: error.code,
    requestId,
    ...(error.details.errors ? { errors: error.details.errors } : {}),
  };
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendErrorReply(request, reply, error));
}

export function sendErrorReply(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = toDomainError(error);
  const { code, status } = refusal;
  // A stopping server refuses requests on purpose, so these 503s are not logged as failures.
  const isStopping = code === 'unavailable' && error === refusal;
  if (status >= 500 && !isStopping) logRequestFailure(request.log, error, 'request failed');
  else request.log.debug({ code, status }, 'request refused');
  if (code === 'unavailable' && isHtmlPageRequest(request)) return sendUnavailablePage(reply);
  if (refusal.details.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.details.retryAfterSeconds))));
  }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(buildErrorReplyBody(refusal, request.id)));
}

/** Detects a browser navigation. A navigation accepts HTML, while the app's own requests accept any type. */
export function isHtmlPageRequest(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
