import { Agent, createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

let server: Server;
let port: number;
let handled: string[];
let proxy: FaultProxy;
let agent: Agent;

beforeAll(async () => {
  server = createServer((incoming, reply) => {
    let body = '';
    incoming.on('data', (piece) => {
      body += piece;
    });
    incoming.on('end', () => {
      handled.push(`${incoming.method} ${incoming.url} ${body}`);
      reply.end(incoming.url === '/long' ? 'x'.repeat(4000) : `did ${body}`);
    });
  });
  server.on('upgrade', (_incoming, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  handled = [];
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  proxy = await startFaultProxy(port);
});
afterEach(async () => {
  agent.destroy();
  await proxy.close();
});

interface Sending {
  isChunked?: boolean;
}

/** Sends a request over one kept-alive connection. @returns the answer's body, or the error's code. */
function send(method: string, path: string, body = '', { isChunked = false }: Sending = {}): Promise<string> {
  return new Promise((resolve) => {
    const outgoing = request(`${proxy.url}${path}`, { method, agent, timeout: 20_000 }, (reply) => {
      let text = '';
      reply.on('data', (piece) => {
        text += piece;
      });
      reply.on('end', () => resolve(text));
      reply.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    });
    outgoing.on('timeout', () => outgoing.destroy(Object.assign(new Error(), { code: 'TIMEOUT' })));
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    if (!isChunked && body) outgoing.setHeader('content-length', Buffer.byteLength(body));
    if (body) outgoing.write(body);
    outgoing.end();
  });
}

/** Sends a request over another connection to the end, after which an answer on the first would have arrived too. */
async function passesMeanwhile(): Promise<void> {
  expect(await (await fetch(`${proxy.url}/meanwhile`)).text()).toBe('did ');
}

describe('fault proxy', () => {
  it('passes requests of every kind over one connection', async () => {
    expect(await send('POST', '/a', 'one')).toBe('did one');
    expect(await send('POST', '/b', 'two', { isChunked: true })).toBe('did two');
    expect(await send('GET', '/c')).toBe('did ');
    expect(handled).toEqual(['POST /a one', 'POST /b two', 'GET /c ']);
    expect(proxy.requests).toEqual(['POST /a', 'POST /b', 'GET /c']);
  });

  it('drop: the server never hears of it', async () => {
    const fault = proxy.inject('drop', { method: 'POST', path: /^\/a/, times: 1 });
    expect(await send('POST', '/a', 'one')).toBe('ECONNRESET');
    expect(fault.hits).toBe(1);
    expect(handled).toEqual([]);
    expect(await send('POST', '/a', 'again')).toBe('did again');
  });

  it('hang: no answer, and nothing reaches the server', async () => {
    const fault = proxy.inject('hang', { path: /slow/ });
    const answer = send('GET', '/slow');
    await fault.occurred();
    await passesMeanwhile();
    expect(handled).toEqual(['GET /meanwhile ']);
    expect(fault.hits).toBe(1);
    expect(await Promise.race([answer, 'none'])).toBe('none');
  });

  it('hang-answer: the server did it, the client waits', async () => {
    const fault = proxy.inject('hang-answer', { times: 1 });
    const answer = send('POST', '/a', 'one');
    await expect.poll(() => handled).toEqual(['POST /a one']);
    await passesMeanwhile();
    expect(fault.hits).toBe(1);
    expect(await Promise.race([answer, 'none'])).toBe('none');
  });

  it('reset after the request: the server works on it, the client is cut off', async () => {
    const fault = proxy.inject('reset-after-request', { times: 1 });
    expect(await send('POST', '/a', 'one')).toBe('ECONNRESET');
    await fault.occurred();
    await expect.poll(() => handled).toEqual(['POST /a one']);
    expect(await send('POST', '/a', 'two')).toBe('did two');
  });

  it('reset before the response: the answer is lost after the work was done', async () => {
    const fault = proxy.inject('reset-before-response', { times: 1 });
    expect(await send('POST', '/a', 'one')).toBe('ECONNRESET');
    expect(handled).toEqual(['POST /a one']);
    expect(fault.hits).toBe(1);
  });

  it('hold answer: it arrives when the fault is lifted', async () => {
    const fault = proxy.inject('hold-answer', { times: 1 });
    const answer = send('POST', '/a', 'one');
    await expect.poll(() => handled).toEqual(['POST /a one']);
    await passesMeanwhile();
    expect(await Promise.race([answer, 'none'])).toBe('none');
    fault.lift();
    expect(await answer).toBe('did one');
  });

  it('a lifted fault does nothing, and one that never came says so', async () => {
    const fault = proxy.inject('drop');
    fault.lift();
    expect(await send('GET', '/a')).toBe('did ');
    expect(fault.hits).toBe(0);
    await expect(fault.occurred(1, 50)).rejects.toThrow('occurred 0 of 1 times');
  });

  it('a line that is down resets what is open and refuses what is new', async () => {
    expect(await send('GET', '/a')).toBe('did ');
    proxy.setDown(true);
    expect(await send('GET', '/a')).toBe('ECONNRESET');
    expect(await send('GET', '/a')).toBe('ECONNRESET');
    expect(proxy.downHits).toBe(2);
    proxy.setDown(false);
    expect(await send('GET', '/a')).toBe('did ');
  });

  it('flaps and ends up', async () => {
    let isOver = false;
    const flapping = proxy.flap(3, 100).then(() => {
      isOver = true;
    });
    const answers: string[] = [];
    while (!isOver) answers.push(await send('GET', '/a'));
    await flapping;
    expect(answers).toContain('ECONNRESET');
    expect(await send('GET', '/a')).toBe('did ');
  });

  it('slow: 4 kB need a second at 40 kbit/s', async () => {
    proxy.setSpeed(40_000);
    const startedMs = performance.now();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(proxy.port, '127.0.0.1', () =>
        socket.write('GET /long HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (piece) => {
        text += piece;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer.length).toBeGreaterThan(4000);
    expect(performance.now() - startedMs).toBeGreaterThan(750);
    expect(proxy.slowBytes).toBeGreaterThan(4000);
  });

  it('carries a web socket once it is open', async () => {
    const echoed = await new Promise<string>((resolve) => {
      const socket = connect(proxy.port, '127.0.0.1', () =>
        socket.write('GET /socket HTTP/1.1\r\nHost: a\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n'),
      );
      socket.once('data', () => {
        socket.once('data', (piece) => {
          socket.destroy();
          resolve(piece.toString());
        });
        socket.write('ping');
      });
    });
    expect(echoed).toBe('ping');
    expect(proxy.requests).toEqual(['GET /socket']);
  });

  it('tells the moment of an answer once, before or after it is handed on', async () => {
    const moments: string[] = [];
    proxy.atAnswer(/^\/a/, 'before', () => moments.push('before'));
    proxy.atAnswer(/^\/a/, 'after', () => moments.push('after'));
    await send('GET', '/b');
    expect(moments).toEqual([]);
    await send('GET', '/a');
    await send('GET', '/a');
    expect(moments).toEqual(['before', 'after']);
  });

  it('heal ends every fault', async () => {
    proxy.inject('drop');
    proxy.setSpeed(100);
    proxy.setDown(true);
    proxy.heal();
    expect(await send('GET', '/a')).toBe('did ');
  });
});
