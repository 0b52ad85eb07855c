import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn, signUp } from '#contract/endpoints.ts';
import { addToCart, getCart, listMyGroups, removeFromCart } from '#contract/member-endpoints.ts';
import type { User } from '#contract/schemas/auth.ts';
import { createErrorBody } from '../../../tests/support/error-body.ts';
import { endSession, getSession, startSession } from '../session/session.ts';
import { callApi } from './api-client.ts';
import { NetworkError, SessionChangedError, TimeoutError } from './api-errors.ts';
import { onApiResponse, onApiResponseMissing } from './api-send.ts';

const ada = { id: 'ada', name: 'Ada' } as User;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface Sent {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

let sent: Sent[] = [];
let answers: ((request: Sent) => Response | Promise<Response>)[] = [];

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const request = {
      path,
      method: init.method ?? 'GET',
      headers: init.headers as Record<string, string>,
      body: init.body as string | undefined,
    };
    sent.push(request);
    const answer = answers.shift();
    if (!answer) throw new Error(`no answer was prepared for ${path}`);
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      Promise.resolve(answer(request)).then(resolve, reject);
    });
  });
  startSession('first', ada);
});

afterEach(() => {
  endSession('signed-out');
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test('a member’s call carries the bearer token, parameters and a query', async () => {
  answers = [() => json(200, { success: true, items: [] })];
  await callApi(removeFromCart, { params: { productId: 'a/b' }, query: { variant: 'solo' } });
  expect(sent[0]).toMatchObject({ path: '/api/cart/remove/a%2Fb?variant=solo', method: 'DELETE' });
  expect(sent[0]?.headers.Authorization).toBe('Bearer first');
});

test('a kept body that is still right gets the time of the answer', async () => {
  const kept = json(200, { success: true, data: [], serverTime: '2026-01-01T10:00:00.000Z' });
  kept.headers.set('x-server-time', '2026-01-01T10:30:00.000Z');
  answers = [() => kept];
  const reply = await callApi(listMyGroups, { query: {} });
  expect(reply.serverTime).toBe('2026-01-01T10:30:00.000Z');
});

test('a visitor’s call carries none', async () => {
  endSession('signed-out');
  answers = [() => json(200, { success: true })];
  await callApi(getCart, {});
  expect(sent[0]?.headers).not.toHaveProperty('Authorization');
});

test('what is not given is not in the address', async () => {
  answers = [() => json(200, { success: true })];
  const query = { variant: null, sellingUnitName: undefined } as never;
  await callApi(removeFromCart, { params: { productId: 'a' }, query });
  expect(sent[0]?.path).toBe('/api/cart/remove/a');
});

test.each([
  ['/api/auth/logout', '/api/auth/login', () => callApi(signIn, { body: {} as never })],
  ['/api/auth/logout', '/api/auth/signup', () => callApi(signUp, { body: {} as never })],
  [null, '/api/cart', () => callApi(getCart, {})],
])('a visitor’s pending sign-out (%j) is sent before %s', async (first, path, ask) => {
  const paths = first === null ? [path] : [first, path];
  endSession('signed-out');
  localStorage.setItem('signoutPending', '1');
  answers = paths.map(() => () => json(200, { success: true }));
  await ask();
  expect(sent.map(({ path }) => path)).toEqual(paths);
});

test.each([
  ['gets no answer', () => Promise.reject<Response>(new TypeError('no line'))],
  ['meets a proxy', () => new Response('<html>Blocked</html>', { status: 403 })],
])('a pending sign-out that %s keeps nobody from signing in, which settles it', async (_, answer) => {
  endSession('signed-out');
  localStorage.setItem('signoutPending', '1');
  answers = [answer, () => json(401, createErrorBody('invalid_credentials'))];
  await expect(callApi(signIn, { body: {} as never })).rejects.toMatchObject({ status: 401 });
  expect(localStorage.getItem('signoutPending')).toBe('1');
  answers = [answer, () => json(200, { success: true })];
  await callApi(signIn, { body: {} as never });
  // The sign-in ended the earlier session by its cookie; sending the sign-out later would end the new session.
  expect(localStorage.getItem('signoutPending')).toBeNull();
});

test('every write has an idempotency key, a read has none', async () => {
  answers = [() => json(200, { success: true }), () => json(200, { success: true })];
  await callApi(addToCart, { body: { productId: 'p' } });
  await callApi(getCart, {});
  expect(sent[0]?.headers['Idempotency-Key']).toMatch(UUID);
  expect(sent[1]?.headers).not.toHaveProperty('Idempotency-Key');
});

test('the readable cookie is sent back as a header', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the server sets it the same way
  document.cookie = 'XSRF-TOKEN=abc';
  answers = [() => json(200, { success: true })];
  await callApi(getCart, {});
  expect(sent[0]?.headers['X-XSRF-TOKEN']).toBe('abc');
});

describe('after a 401', () => {
  test('one refresh, one second try with the new token and the same key', async () => {
    answers = [
      () => json(401, { success: false }),
      () => json(200, { success: true, accessToken: 'second' }),
      () => json(200, { success: true, data: 'cart' }),
    ];
    const reply = await callApi(addToCart, { body: { productId: 'p' }, idempotencyKey: 'k' });
    expect(reply).toMatchObject({ data: 'cart' });
    expect(sent.map(({ path }) => path)).toEqual(['/api/cart/add', '/api/auth/refresh', '/api/cart/add']);
    expect(sent[1]?.body).toBe('{}');
    expect(sent[2]?.headers).toMatchObject({ Authorization: 'Bearer second', 'Idempotency-Key': 'k' });
    expect(localStorage.getItem('token')).toBe('second');
  });

  test('many calls share one refresh', async () => {
    const isFresh = (request: Sent) => request.headers.Authorization === 'Bearer second';
    const answer = (request: Sent) =>
      request.path === '/api/auth/refresh'
        ? json(200, { success: true, accessToken: 'second' })
        : json(isFresh(request) ? 200 : 401, { success: true });
    answers = Array.from({ length: 7 }, () => answer);
    await Promise.all([callApi(getCart, {}), callApi(getCart, {}), callApi(getCart, {})]);
    expect(sent.filter(({ path }) => path === '/api/auth/refresh')).toHaveLength(1);
  });

  test.each([401, 403])('a refresh that our server refuses with %i signs out', async (status) => {
    const refused = createErrorBody('unauthorized');
    answers = [() => json(401, { success: false }), () => json(status, refused)];
    await expect(callApi(getCart, {})).rejects.toMatchObject({ status });
    expect(getSession().status).toBe('visitor');
  });

  test.each([401, 403, 404, 451])(
    'a proxy that answers the refresh with %i signs nobody out',
    async (status) => {
      answers = [() => json(401, { success: false }), () => new Response('<html>Blocked</html>', { status })];
      await expect(callApi(getCart, {})).rejects.toMatchObject({ status: 503, code: null });
      expect(getSession().status).toBe('member');
    },
  );

  test.each([400, 404, 429, 500, 503])(
    'a refresh answered with %i neither signs out nor answers the call itself',
    async (status) => {
      const refused = json(status, createErrorBody('bad_request', 'Not from here'), { 'Retry-After': '7' });
      answers = [() => json(401, { success: false }), () => refused];
      const unanswered = { status: 503, code: null, serverMessage: '', retryAfterMs: 7_000 };
      await expect(callApi(addToCart, { body: { productId: 'p' } })).rejects.toMatchObject(unanswered);
      expect(getSession().status).toBe('member');
    },
  );

  test('a refresh without a connection does not sign out', async () => {
    answers = [() => json(401, { success: false }), () => Promise.reject(new TypeError('Failed to fetch'))];
    await expect(callApi(getCart, {})).rejects.toBeInstanceOf(NetworkError);
    expect(getSession().status).toBe('member');
  });

  test('a token that another tab refreshed is used without asking', async () => {
    answers = [
      () => {
        localStorage.setItem('token', 'theirs');
        return json(401, { success: false });
      },
      () => json(200, { success: true }),
    ];
    await callApi(getCart, {});
    expect(sent.map(({ path }) => path)).toEqual(['/api/cart', '/api/cart']);
    expect(sent[1]?.headers.Authorization).toBe('Bearer theirs');
  });

  test('a refresh that outlives its session gives the next shopper nothing', async () => {
    let answerFirst = (_answer: Response) => {};
    answers = [
      () => json(401, {}),
      () =>
        new Promise<Response>((resolve) => {
          answerFirst = resolve;
        }),
      () => json(401, {}),
      () => json(200, { accessToken: 'of bayo, refreshed' }),
      () => json(200, { success: true, items: [] }),
    ];
    const refused = expect(callApi(getCart, {})).rejects.toThrow(SessionChangedError);
    await expect.poll(() => sent.length).toBe(2);
    endSession('signed-out');
    startSession('of bayo', { id: 'bayo', name: 'Bayo' } as User);
    // The call must not wait for the answer to the former shopper's refresh.
    await callApi(getCart, {});
    expect(sent.at(-1)?.headers.Authorization).toBe('Bearer of bayo, refreshed');
    answerFirst(json(200, { accessToken: 'of ada, refreshed' }));
    await refused;
    expect(getSession()).toMatchObject({ token: 'of bayo, refreshed', user: { id: 'bayo' } });
    expect(localStorage.getItem('token')).toBe('of bayo, refreshed');
  });

  test('while a sign-out waits for the server nothing is refreshed', async () => {
    localStorage.setItem('signoutPending', '1');
    answers = [() => json(401, { success: false })];
    await expect(callApi(getCart, {})).rejects.toBeInstanceOf(SessionChangedError);
    expect(sent).toHaveLength(1);
  });
});

test('an answer that arrives after sign-out is dropped', async () => {
  answers = [
    () => {
      endSession('signed-out');
      return json(200, { success: true, items: ['of Ada'] });
    },
  ];
  await expect(callApi(getCart, {})).rejects.toBeInstanceOf(SessionChangedError);
});

test('a tab of another user sends nothing', async () => {
  localStorage.setItem('user', JSON.stringify({ ...ada, id: 'bola' }));
  await expect(callApi(getCart, {})).rejects.toBeInstanceOf(SessionChangedError);
  expect(sent).toHaveLength(0);
});

test('a refusal carries the server’s words, code and pause', async () => {
  answers = [() => json(429, createErrorBody('too_many_requests', 'Slow down'), { 'Retry-After': '7' })];
  await expect(callApi(getCart, {})).rejects.toMatchObject({
    status: 429,
    serverMessage: 'Slow down',
    code: 'too_many_requests',
    retryAfterMs: 7_000,
  });
});

test('a pause of no seconds is one, a date or less than none is not', async () => {
  for (const [header, retryAfterMs] of [
    ['0', 0],
    ['-5', null],
    ['Fri, 20 Nov 2026 10:00:00 GMT', null],
  ] as const) {
    answers = [() => json(503, {}, { 'Retry-After': header })];
    await expect(callApi(getCart, {})).rejects.toMatchObject({ retryAfterMs });
  }
});

test('a hotspot’s sign-in page is no answer', async () => {
  answers = [() => new Response('<html>Welcome</html>', { status: 200 })];
  await expect(callApi(getCart, {})).rejects.toBeInstanceOf(NetworkError);
});

test.each([
  ['our own refusal', () => json(503, createErrorBody('internal')), ['answered']],
  ['our own success', () => json(200, { success: true }), ['answered']],
  [
    "a proxy's page in its place",
    () => new Response('<html>Bad gateway</html>', { status: 502 }),
    ['silent'],
  ],
  ["a proxy's own JSON", () => json(404, { message: 'no route' }), ['silent']],
  ['a sign-in page of a hotspot', () => new Response('<html>Welcome</html>'), ['silent']],
])('only an answer of the shop itself proves a line to it: %s', async (_, answer, expected) => {
  const heard: string[] = [];
  const ends = [
    onApiResponse(() => void heard.push('answered')),
    onApiResponseMissing(() => void heard.push('silent')),
  ];
  answers = [answer];
  await callApi(getCart, {}).catch(() => undefined);
  for (const end of ends) end();
  expect(heard.slice(0, 1)).toEqual(expected);
});

test.each([
  { what: 'a read', ask: () => callApi(getCart, {}), limitMs: 15_000 },
  { what: 'a write', ask: () => callApi(addToCart, {}), limitMs: 20_000 },
])('$what is given up after $limitMs ms', async ({ ask, limitMs }) => {
  vi.useFakeTimers();
  answers = [() => new Promise<Response>(() => {})];
  const failed = ask().catch((error: unknown) => error);
  let isOver = false;
  void failed.then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(limitMs - 1);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failed).toBeInstanceOf(TimeoutError);
});

test('a call given up by its caller is an abort, not a failure of the line', async () => {
  const aborter = new AbortController();
  answers = [() => new Promise<Response>(() => {})];
  const failed = callApi(getCart, {}, aborter.signal).catch((error: unknown) => error);
  await Promise.resolve();
  aborter.abort();
  expect(await failed).toMatchObject({ name: 'AbortError' });
});
