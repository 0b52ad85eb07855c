import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SeededRandomDraws } from '../support/seeded-random.ts';
import type { DrawnRequest } from './drawn-request.ts';
import { hostilePathPiece } from './hostile-values.ts';

export interface DrawnAnswer {
  /** The HTTP status; 0 when the connection ended without an answer. */
  status: number;
  body: string;
}

/** Opens a sender of requests that a browser would refuse to send. It must be closed. */
export function openSender(shopUrl: string) {
  const { hostname, port } = new URL(shopUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });

  function send(drawn: DrawnRequest): Promise<DrawnAnswer> {
    const { method, path, headers, body } = drawn;
    return new Promise((resolve) => {
      // Node sends a DELETE's body without a length, so the server would read it as the beginning of another request.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = { hostname, port, agent, method, path, headers: { ...headers, ...length } };
      const sent = request(options, (answer) => {
        const status = answer.statusCode ?? 0;
        text(answer).then(
          (body) => resolve({ status, body }),
          (error) => resolve({ status, body: String(error) }),
        );
      });
      sent.on('error', (error) => {
        // The server may close an idle connection just as it is used again.
        if (sent.reusedSocket) resolve(send(drawn));
        else resolve({ status: 0, body: String(error) });
      });
      sent.end(body);
    });
  }

  /** Sends bytes that are hardly HTTP. @returns what came until either side ended the connection. */
  function sendRaw(bytes: string): Promise<DrawnAnswer> {
    return new Promise((resolve) => {
      let heard = '';
      const socket = connect(Number(port), hostname, () => socket.end(bytes, 'latin1'));
      socket.setEncoding('latin1');
      socket.on('data', (part) => {
        heard += part;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 0), body: heard });
      });
    });
  }

  return { send, sendRaw, close: () => agent.destroy() };
}

/** Writes a request as bytes that break the rules of HTTP itself. */
export function drawRawRequest(
  draw: SeededRandomDraws,
  { method, path: drawn, headers, body = '' }: DrawnRequest,
): string {
  const path = draw.chance(0.9) ? drawn : hostilePathPiece(draw);
  const line = draw.pick([
    `${method} ${path} HTTP/1.1`,
    `${method} ${path} HTTP/1.0`,
    `${method} ${path} HTTP/9.9`,
    `${method} ${path}`,
    `${method} //${path} HTTP/1.1`,
    `${method} http://evil.example${path} HTTP/1.1`,
    `${method} ${path}?a=\u00ff\u0080 HTTP/1.1`,
    `${method} ${path}#${path} HTTP/1.1`,
    `PROPFIND ${path} HTTP/1.1`,
    `TRACE ${path} HTTP/1.1`,
    `CONNECT shop.example:443 HTTP/1.1`,
    `OPTIONS * HTTP/1.1`,
    `GARBAGE ${path} HTTP/1.1`,
  ]);
  const extra = draw.pick([
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n',
    'Content-Length: -1\r\n',
    'Content-Length: 5\r\nContent-Length: 6\r\n',
    'Content-Length: 99999999\r\n',
    'Expect: 100-continue\r\n',
    'Expect: nonsense\r\n',
    'Upgrade: websocket\r\nConnection: Upgrade\r\n',
    'Connection: close\r\nX: \u0000\r\n',
    `X: ${'x'.repeat(20_000)}\r\n`,
    'X : y\r\n',
    `${'X: y\r\n'.repeat(2_500)}`,
    'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n',
  ]);
  const host = draw.pick(['Host: 127.0.0.1\r\n', '', 'Host: a\r\nHost: b\r\n']);
  const authorization = headers.authorization ? `Authorization: ${headers.authorization}\r\n` : '';
  return `${line}\r\n${host}${authorization}Content-Type: application/json\r\n${extra}\r\n${body}`;
}
