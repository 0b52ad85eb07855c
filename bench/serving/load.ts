import { Agent, request } from 'node:http';

export interface LoadTestRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: object;
  /** With `location` the result is the response's `Location` header instead of its body. */
  answer?: 'location';
}

export type LoadTestRequestSender = (call: LoadTestRequest) => Promise<string>;

/** Opens keep-alive connections to one server. @throws at any status from 400 on, except 404. */
export function openKeepAliveHttpClient(url: string): { send: LoadTestRequestSender; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const send: LoadTestRequestSender = ({ method, path, headers = {}, body, answer: wanted }) =>
    new Promise((resolve, reject) => {
      const text = body && JSON.stringify(body);
      const sent = request(
        new URL(path, url),
        { method, agent, headers: { ...headers, ...(text ? { 'content-type': 'application/json' } : {}) } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const { location = '' } = answer.headers;
            const words = wanted === 'location' ? location : Buffer.concat(chunks).toString();
            if ((answer.statusCode ?? 500) < 400 || answer.statusCode === 404) resolve(words);
            else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${words.slice(0, 300)}`));
          });
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  return { send, close: () => agent.destroy() };
}

export interface ThroughputResult {
  perSecond: number;
  p99Ms: number;
}

/** Runs `work` again and again, `clients` times at once. @param work receives the number of its run, from 1. */
export async function measureThroughput(
  work: (turn: number) => Promise<unknown>,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<ThroughputResult & { done: number }> {
  const latenciesMs: number[] = [];
  let turn = 0;
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < endAt) {
        const beganAt = performance.now();
        turn += 1;
        await work(turn);
        latenciesMs.push(performance.now() - beganAt);
      }
    }),
  );
  const elapsed = (performance.now() - startedAt) / 1000;
  latenciesMs.sort((left, right) => left - right);
  const p99Ms = latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0;
  return { perSecond: latenciesMs.length / elapsed, p99Ms, done: latenciesMs.length };
}
