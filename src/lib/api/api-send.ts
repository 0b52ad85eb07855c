import type { Endpoint, Shape } from '#contract/endpoints.ts';
import { createRandomUuid } from '../browser/random-uuid.ts';
import { createEventChannel } from '../react/store.ts';
import { ApiError, NetworkError, TimeoutError } from './api-errors.ts';

/** Sends one HTTP request for an endpoint. `api-client.ts` adds the session. */

const READ_TIMEOUT_MS = 15_000;
const WRITE_TIMEOUT_MS = 20_000;

type Part<S extends Shape, Name extends keyof Shape> = S[Name] extends object
  ? { [Key in Name]: S[Name] }
  : { [Key in Name]?: undefined };

/** The parameters of a call as its endpoint declares them, and options such as a timeout. */
export type ApiCallOptions<S extends Shape> = Part<S, 'params'> &
  (S['query'] extends object ? { query?: Partial<S['query']> } : { query?: undefined }) &
  (S['body'] extends object ? { body?: S['body'] } : { body?: undefined }) & {
    /** UUID with which a repeated write is applied once; by default each call has a new one. */
    idempotencyKey?: string;
    /** Time limit in ms. Default: 15 s for reads, 20 s for writes. */
    timeoutMs?: number;
    /** True: the browser finishes the request even if the page closes, for sign-out. */
    keepalive?: boolean;
  };

interface Extras {
  token?: string | undefined;
  signal?: AbortSignal | undefined;
}

const answered = createEventChannel<[askedAtMs: number, isGood: boolean]>();
const unanswered = createEventChannel();

/** Calls listeners after every response of our server, with the time at which the request began. */
export const onApiResponse = answered.listen;

/** Calls listeners when our server did not respond. A timeout does not count, because the connection may be slow. */
export const onApiResponseMissing = unanswered.listen;

/**
 * @returns the reply's JSON.
 * @throws {ApiError} refused by the server. {NetworkError} no response. {TimeoutError} no response in time.
 */
export async function sendApiRequest<S extends Shape>(
  endpoint: Endpoint<S>,
  parts: ApiCallOptions<S>,
  { token, signal }: Extras = {},
): Promise<S['reply']> {
  const isWrite = endpoint.method !== 'GET';
  // `AbortSignal.timeout` and `.any` are missing on phones of 2022, so a timer aborts.
  const aborter = new AbortController();
  const sentAtMs = performance.now();
  let isTooLate = false;
  const timer = setTimeout(
    () => {
      isTooLate = true;
      aborter.abort();
    },
    parts.timeoutMs ?? (isWrite ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS),
  );
  const handleAbort = () => aborter.abort();
  if (signal?.aborted) handleAbort();
  signal?.addEventListener('abort', handleAbort);

  const headers: Record<string, string> = { Accept: 'application/json' };
  if (parts.body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  const key = isWrite ? (parts.idempotencyKey ?? createRandomUuid()) : null;
  if (key !== null) headers['Idempotency-Key'] = key;
  const xsrf = readCookie('XSRF-TOKEN');
  if (xsrf) headers['X-XSRF-TOKEN'] = xsrf;

  try {
    const response = await fetch(address(endpoint.path, parts.params, parts.query), {
      method: endpoint.method,
      headers,
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
      credentials: 'same-origin',
      keepalive: parts.keepalive ?? false,
      signal: aborter.signal,
    });
    const body = withServerTime(await readJson(response), response);
    const refusal = response.ok ? null : new ApiError(response.status, body, retryAfterMs(response));
    // A response of a proxy or hotspot proves no connection to the shop, so it counts as no response.
    if (refusal ? refusal.code === null : body === undefined) unanswered.emit();
    else answered.emit(sentAtMs, response.ok);
    if (refusal) throw refusal;
    // A successful response without JSON comes from a hotspot's sign-in page, so it counts as a lost connection.
    if (body === undefined) throw new NetworkError('not an answer of the API');
    return body as S['reply'];
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError) throw error;
    if (signal?.aborted) throw error;
    if (isTooLate) throw new TimeoutError('no answer in time');
    unanswered.emit();
    throw new NetworkError('no answer', { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', handleAbort);
  }
}

/** After a 304 the browser returns the cached body, whose server time is old. So the time is taken from a header. */
function withServerTime(body: unknown, response: Response): unknown {
  const serverTime = response.headers.get('x-server-time');
  if (!serverTime || typeof body !== 'object' || body === null || !('serverTime' in body)) return body;
  return { ...body, serverTime };
}

function address(path: string, params: object | undefined, query: object | undefined): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name] ?? '')),
  );
  // `URLSearchParams` itself converts numbers and truth values to text.
  const pairs = Object.entries((query ?? {}) as Record<string, string>).filter(([, value]) => value != null);
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}

function readCookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}
