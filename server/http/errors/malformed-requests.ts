import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { buildErrorReplyBody, DomainError, sendErrorReply } from './error-handler.ts';

type ClientError = Parameters<NonNullable<FastifyServerOptions['clientErrorHandler']>>[0];

/** Reads an invalid percent escape as plain text, so that a link cut by a chat app still works. */
function rewriteUrl({ url = '/' }: { url?: string | undefined }): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/** Writes the reply to the socket, because Node could not parse the request as HTTP. */
function answerUnreadable(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const body = JSON.stringify(buildErrorReplyBody(new DomainError('bad_request'), randomUUID()));
  const head = [
    `HTTP/1.1 ${statusOf(error)}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function statusOf({ code }: ClientError): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout';
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return '400 Bad Request';
}

/** Fastify options by which requests that reach no route, such as unreadable HTTP, still get the shop's error body. */
export const malformedRequestFastifyOptions = {
  rewriteUrl,
  clientErrorHandler: answerUnreadable,
  frameworkErrors: (error, request, reply) => void sendErrorReply(request, reply, error),
} satisfies FastifyServerOptions;
