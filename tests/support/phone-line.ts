import type { TestApi } from './api.ts';

/** The app sent this request. */
interface SentCall {
  /** `POST /api/cart/add`, without the query. */
  call: string;
  /** The query with its `?`, or empty. */
  search: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The parsed body; undefined when none was sent. */
  body: unknown;
  atMs: number;
  signal: AbortSignal | null;
  /** The shop's reply; a fault is not recorded. */
  answer?: { status: number; body: Record<string, unknown> };
}

/** A fault replaces the call to the shop: a foreign reply, no network, or no reply. */
export type PhoneRequestFault =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | 'no line'
  | 'silence';

/** The phone sends real calls to the real server, with faults where a test sets them. */
export interface PhoneConnection {
  /** Every call, oldest first. */
  sent: SentCall[];
  /** Calls to one endpoint, such as `GET /api/cart`. */
  sentTo(call: string): SentCall[];
  /** Makes `times` calls fail, all by default. The newest fault of a call counts. */
  fail(call: string, fault: PhoneRequestFault, times?: number): void;
  /** Delays the shop's replies to a call, to test the loading state. @returns a function that releases them. */
  hold(call: string): () => void;
  /** Stores the cookies of a shopper who signed in elsewhere. */
  keep(cookies: Record<string, string>): void;
  /** Removes calls, faults, delayed replies and cookies. */
  reset(): void;
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

/** @param api the shop that receives the calls. */
export function openPhoneConnection(api: TestApi): PhoneConnection {
  const cookies = new Map<string, string>();
  let faults: { call: string; fault: PhoneRequestFault; left: number }[] = [];
  const held = new Map<string, Promise<void>>();
  const line: PhoneConnection = {
    sent: [],
    sentTo: (call) => line.sent.filter((sent) => sent.call === call),
    fail(call, fault, times = Number.POSITIVE_INFINITY) {
      faults = [{ call, fault, left: times }, ...faults];
    },
    hold(call) {
      let letGo: () => void = () => undefined;
      held.set(call, new Promise((resolve) => (letGo = resolve)));
      return () => {
        held.delete(call);
        letGo();
      };
    },
    keep(given) {
      for (const [name, value] of Object.entries(given)) {
        keepCookie(cookies, name === 'refresh' ? `${name}=${value}; HttpOnly` : `${name}=${value}`);
      }
    },
    reset() {
      line.sent = [];
      faults = [];
      held.clear();
      for (const name of cookies.keys()) forgetCookie(name);
      cookies.clear();
    },
    async fetch(input, init = {}) {
      const url = new URL(input instanceof Request ? input.url : String(input), location.origin);
      const method = (init.method ?? 'GET') as 'GET';
      const headers = Object.fromEntries(
        Object.entries(init.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
      );
      const text = init.body === undefined || init.body === null ? undefined : String(init.body);
      const sent: SentCall = {
        call: `${method} ${url.pathname}`,
        search: url.search,
        headers,
        body: text && bodyOf(text, headers['content-type']),
        atMs: Date.now(),
        signal: init.signal ?? null,
      };
      line.sent.push(sent);
      const found = faults.find((each) => each.call === sent.call && each.left > 0);
      if (found) {
        found.left -= 1;
        return failing(found.fault, init.signal);
      }
      // Only the built shop has this static file.
      if (url.pathname === '/ping.txt') return new Response('pong');
      const answer = await api.inject({
        method,
        url: url.pathname + url.search,
        headers: {
          ...headers,
          origin: location.origin,
          ...(cookies.size > 0 && {
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          }),
        },
        ...(text !== undefined && { payload: text }),
      });
      await held.get(sent.call);
      if (init.signal?.aborted) throw aborted();
      sent.answer = { status: answer.statusCode, body: bodyOf(answer.body, answer.headers['content-type']) };
      for (const header of [answer.headers['set-cookie'] ?? []].flat()) keepCookie(cookies, header);
      const sentBack = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
      return new Response(answer.statusCode === 304 ? null : answer.body, {
        status: answer.statusCode,
        headers: Object.fromEntries(sentBack.filter(([name]) => name !== 'set-cookie')),
      });
    },
  };
  return line;
}

function bodyOf(text: string, contentType: unknown): Record<string, unknown> {
  return String(contentType).includes('json') ? JSON.parse(text) : { text };
}

function failing(fault: PhoneRequestFault, signal: AbortSignal | null | undefined): Promise<Response> {
  if (fault === 'no line') return Promise.reject(new TypeError('Failed to fetch'));
  if (fault === 'silence') {
    return new Promise((_, reject) => {
      if (signal?.aborted) reject(aborted());
      signal?.addEventListener('abort', () => reject(aborted()));
    });
  }
  const { status, body, headers } = fault;
  return Promise.resolve(
    new Response(typeof body === 'string' ? body : JSON.stringify(body ?? {}), {
      status,
      headers: headers ?? {},
    }),
  );
}

function aborted(): DOMException {
  return new DOMException('The call was given up.', 'AbortError');
}

/** Stores cookies as a browser does: scripts of the page see those without HttpOnly. */
function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = '', ...attributes] = header.split('; ');
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  const isGone =
    attributes.some((part) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(part)) || value === '';
  if (isGone) cookies.delete(name);
  else cookies.set(name, value);
  if (attributes.some((part) => /^httponly$/i.test(part))) return;
  if (isGone) forgetCookie(name);
  // biome-ignore lint/suspicious/noDocumentCookie: as the browser itself does
  else document.cookie = `${name}=${value}; path=/`;
}

function forgetCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the browser itself does
  document.cookie = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
}
