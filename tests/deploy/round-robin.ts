import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that sends each request to the next shop and adds nothing, as deployments have one. */
export interface RoundRobin {
  url: string;
  /** Requests that no shop answered, so that the proxy answered 502 itself. */
  unanswered: string[];
  close(): Promise<void>;
}

/** Starts the proxy. @param origins called for each request, so that the proxy may start before its shops. */
export async function startRoundRobin(origins: () => readonly string[]): Promise<RoundRobin> {
  const unanswered: string[] = [];
  let turn = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const all = origins();
    const origin = all[turn++ % all.length] as string;
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
    const onward = request(origin + incoming.url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode as number, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', (error) => {
      unanswered.push(`${incoming.method} ${incoming.url}: ${error.message}`);
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    incoming.pipe(onward);
  };
  const server = createServer(pass);
  // An idle connection that the proxy closes just as its next request comes would look like a dead shop.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unanswered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
