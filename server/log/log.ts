import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { LogLevel } from '../config/config.ts';
import { chosenPaymentProvider } from '../provider/chosen-provider.ts';

/**
 * Masks tokens, keys, phone numbers, e-mail and IP addresses, which a log must not contain.
 * @source accounts.md, data protection
 */
export function maskSecrets(text: string): string {
  return text
    .replace(/\bBearer\s+\S+/gi, 'Bearer [token]')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[token]')
    .replace(chosenPaymentProvider.secretText, '[key]')
    .replace(/\b(postgres(?:ql)?):\/\/[^\s@]*@/gi, '$1://[secret]@')
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[email]')
    .replace(/(?:\+?234|\b0)\d{10}\b/g, '[phone]')
    .replace(
      /"([^"]{0,40}(?:password|key|token|phone|street|address)[^"]{0,40})"\s*:\s*"[^"]*"/gi,
      '"$1":"[hidden]"',
    );
}

interface ErrorLike {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  stack?: unknown;
  cause?: unknown;
}

export interface LoggableError {
  type: string;
  message: string;
  stack: string;
  [field: string]: unknown;
}

/** Copies name, message, code and stack of an error. Other fields are dropped, because drivers put row data there. */
export function toLoggableError(error: unknown): LoggableError {
  if (typeof error !== 'object' || error === null) {
    return { type: typeof error, message: maskSecrets(String(error)), stack: '' };
  }
  const { name, message, code, stack, cause } = error as ErrorLike;
  return {
    type: String(name ?? 'Error'),
    message: maskSecrets(String(message ?? '')),
    ...(code === undefined ? {} : { code: String(code) }),
    stack: typeof stack === 'string' ? maskSecrets(stack) : '',
    ...(cause === undefined ? {} : { cause: toLoggableError(cause) }),
  };
}

export function buildLoggerOptions(level: LogLevel): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: toLoggableError },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
      censor: '[hidden]',
    },
  };
}

const SECRET_FIELDS = [
  ...['password', 'newPassword', 'currentPassword', 'token', 'accessToken', 'resetToken', 'authorization'],
  ...['cookie', 'secretRecoveryKey', 'newSecretRecoveryKey', 'temporaryKey', 'newRecoveryKey', 'key'],
  ...['phone', 'email', 'address', 'street', 'delivery', 'ip', 'secretKey', 'secretHash'],
];

/** Logs one line per request, with the route's pattern instead of the path, which may contain keys. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    const isAsset = !line.route.startsWith('/api') && reply.statusCode < 400;
    if (request.routeOptions.logLevel === 'silent') return;
    if (isAsset) request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
  });
}
