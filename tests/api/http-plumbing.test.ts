import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Endpoint, EndpointTypes, HttpMethod } from '#contract/endpoint.ts';
import type { ApiErrorBody } from '#contract/errors.ts';
import { Uuid } from '#contract/schemas/basics.ts';
import { DomainError } from '../../server/http/errors/error-handler.ts';
import { addApiRoute } from '../../server/http/route.ts';
import { createAccessTokenService } from '../../server/http/sessions/tokens.ts';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const Reply = Type.Object({ success: Type.Literal(true), seen: Type.Unknown() });
type Reply = { success: true; seen: unknown };

function endpoint<S extends EndpointTypes>(
  method: HttpMethod,
  path: string,
  aliases: string[] = [],
): Endpoint<S> {
  return { method, path, aliases };
}

const Account = Type.Object({
  email: Type.String({ minLength: 3, 'x-refusal': 'Email is required' }),
  age: Type.Optional(Type.Integer()),
  id: Type.Optional(Uuid),
  day: Type.Optional(Type.String({ format: 'date' })),
  month: Type.Optional(Type.String({ pattern: '^20\\d\\d-\\d\\d$', title: 'YYYY-MM' })),
  code: Type.Optional(Type.String({ pattern: '^[a-f]+$' })),
});

const api = openFixtureForFile(() =>
  startTestApi({
    extend(app) {
      const body = endpoint<{ body: { email: string; age?: number }; reply: Reply }>('POST', '/api/t/echo', [
        '/t/echo',
      ]);
      addApiRoute(app, body, {
        schema: { body: Account, reply: Reply },
        auth: 'none',
        handler: async (call) => ({ success: true, seen: call.body.email, secret: 'stays here' }) as Reply,
      });
      addApiRoute(app, endpoint<{ reply: Reply }>('GET', '/api/t/me'), {
        schema: { reply: Reply },
        auth: 'user',
        handler: async (call) => ({ success: true, seen: call.user }),
      });
      addApiRoute(app, endpoint<{ reply: Reply }>('GET', '/api/t/crash'), {
        schema: { reply: Reply },
        auth: 'none',
        handler: async () => {
          throw new Error('the password of the database is hunter2');
        },
      });
      addApiRoute(app, endpoint<{ reply: Reply }>('GET', '/api/t/refused'), {
        schema: { reply: Reply },
        auth: 'none',
        handler: async () => {
          throw new DomainError('email_taken');
        },
      });
      addApiRoute(app, endpoint<{ reply: Reply }>('GET', '/api/t/cached'), {
        schema: { reply: Reply },
        auth: 'none',
        cache: 'private, no-cache',
        handler: async () => ({ success: true, seen: 'the same' }),
      });
    },
  }),
);
const shopper = {
  id: '0c8f0f0e-0000-4000-8000-000000000001',
  sessionId: '0c8f0f0e-0000-4000-8000-000000000002',
};

function expectErrorBody(body: unknown, code: string, message: string): void {
  const error = body as ApiErrorBody;
  expect(error).toMatchObject({ success: false, message, msg: message, code });
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
}

describe('the body of a refusal', () => {
  it('says what is wrong, twice for older clients, with code and request id', async () => {
    const answer = await api.call({ method: 'GET', url: '/api/t/refused' });
    expect(answer.status).toBe(400);
    expectErrorBody(answer.body, 'email_taken', 'An account with this email already exists');
  });

  it('hides the inner words of an unforeseen error', async () => {
    const answer = await api.call({ method: 'GET', url: '/api/t/crash' });
    expect(answer.status).toBe(500);
    expectErrorBody(answer.body, 'internal', 'Something went wrong. Please try again later.');
    expect(JSON.stringify(answer.body)).not.toContain('hunter2');
  });

  it('is the same for a path that does not exist', async () => {
    const answer = await api.call({ method: 'GET', url: '/api/nothing-here' });
    expect(answer.status).toBe(404);
    expectErrorBody(answer.body, 'not_found', 'Not found');
  });

  it.each([
    ['id', 'id must be an id as the lists show it'],
    ['day', 'day must be YYYY-MM-DD'],
    ['month', 'month must be YYYY-MM'],
    ['code', 'code is not valid'],
  ])('says what %s is, without the pattern of its schema', async (field, message) => {
    const body = { email: 'ada@example.com', [field]: 'nope' };
    const answer = await api.call<ApiErrorBody>({ method: 'POST', url: '/api/t/echo', body });
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it('names the wrong field in the words of its schema', async () => {
    const short = await api.call<ApiErrorBody>({ method: 'POST', url: '/api/t/echo', body: { email: 'a' } });
    expect(short.status).toBe(400);
    expectErrorBody(short.body, 'validation_failed', 'Email is required');
    expect(short.body.errors).toEqual([{ field: 'email', message: 'Email is required' }]);
    const missing = await api.call<ApiErrorBody>({ method: 'POST', url: '/api/t/echo', body: {} });
    expect(missing.body.errors).toEqual([{ field: 'email', message: 'Email is required' }]);
    const bodiless = await api.call<ApiErrorBody>({ method: 'POST', url: '/api/t/echo' });
    expect(bodiless.body.errors).toEqual([{ field: 'email', message: 'Email is required' }]);
  });

  it.each([
    ['broken JSON', 'application/json', '{"email":'],
    ['a body that is no JSON', 'text/plain', 'email=a'],
    ['a body above 64 kB', 'application/json', JSON.stringify({ email: 'x'.repeat(70_000) })],
    ['a poisoned prototype', 'application/json', '{"email":"abc","__proto__":{"a":1}}'],
  ])('answers %s with 400, never with another refusal', async (_, type, payload) => {
    const answer = await api.inject({
      method: 'POST',
      url: '/api/t/echo',
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ success: false });
  });
});

describe('a signed-in route', () => {
  const tokens = () => createAccessTokenService(api.deps.secrets);

  it('knows the shopper and the session of the token', async () => {
    const answer = await api.call({ method: 'GET', url: '/api/t/me', token: tokens().issue(shopper) });
    expect(answer.body).toEqual({ success: true, seen: shopper });
  });

  it.each([
    ['no token', undefined],
    ['a word that is no token', 'nonsense'],
    [
      'a token signed by somebody else',
      createAccessTokenService({ tokenKey: 'x'.repeat(40) }).issue(shopper),
    ],
  ])('answers 401 to %s', async (_, token) => {
    const answer = await api.call({ method: 'GET', url: '/api/t/me', ...(token ? { token } : {}) });
    expect(answer.status).toBe(401);
    expectErrorBody(answer.body, 'unauthorized', 'Please log in to continue.');
  });

  it('answers 401 to a token without a signature', async () => {
    const [head, claims] = tokens().issue(shopper).split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const forged of [`${none}.${claims}.`, `${head}.${claims}.`]) {
      expect((await api.call({ method: 'GET', url: '/api/t/me', token: forged })).status).toBe(401);
    }
  });
});

describe('what leaves the server', () => {
  it('is only what the schema of the reply names', async () => {
    const answer = await api.call({ method: 'POST', url: '/api/t/echo', body: { email: 'abc' } });
    expect(answer.body).toEqual({ success: true, seen: 'abc' });
  });

  it('is the same under an alias', async () => {
    const answer = await api.call({ method: 'POST', url: '/t/echo', body: { email: 'abc' } });
    expect(answer.body).toEqual({ success: true, seen: 'abc' });
  });

  it('is documented once, under the main path, with its body and its refusals', async () => {
    const answer = await api.call<{ openapi: string; info: object; paths: Record<string, never> }>({
      method: 'GET',
      url: '/api/docs/json',
    });
    expect([answer.body.openapi, answer.body.info]).toEqual([
      '3.1.0',
      { title: 'Ajora API', version: '1.0.0' },
    ]);
    expect(Object.keys(answer.body.paths)).toContain('/api/t/echo');
    expect(Object.keys(answer.body.paths).every((path) => path.startsWith('/api/'))).toBe(true);
    expect(answer.body.paths['/api/t/echo']).toMatchObject({
      post: {
        requestBody: { content: { 'application/json': { schema: { required: ['email'] } } } },
        responses: { '2XX': {}, '4XX': {} },
      },
    });
  });

  it('is not stored by anyone unless the route says so', async () => {
    const plain = await api.call({ method: 'POST', url: '/api/t/echo', body: { email: 'abc' } });
    expect(plain.headers['cache-control']).toBe('no-store');
    const cached = await api.call({ method: 'GET', url: '/api/t/cached' });
    expect(cached.headers['cache-control']).toBe('private, no-cache');
  });

  it('is nothing but a 304 when the client has it already', async () => {
    const first = await api.call({ method: 'GET', url: '/api/t/cached' });
    const etag = String(first.headers.etag);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await api.call({
        method: 'GET',
        url: '/api/t/cached',
        headers: { 'if-none-match': tag },
      });
      expect(again.status).toBe(304);
      expect(again.body).toBeUndefined();
    }
    const other = await api.call({
      method: 'GET',
      url: '/api/t/cached',
      headers: { 'if-none-match': '"x"' },
    });
    expect(other.status).toBe(200);
  });
});

describe('a long answer', () => {
  const ask = (url: string, encodings?: string) =>
    api.inject({ method: 'GET', url, headers: encodings ? { 'accept-encoding': encodings } : {} });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('goes compressed to a client that accepts %s', async (accepted, encoding, unpack) => {
    const plain = await ask('/api/docs/json');
    const packed = await ask('/api/docs/json', accepted);
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers.vary).toBe('accept-encoding');
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
  });

  it('goes as it is to anybody else, and a short one always', async () => {
    expect((await ask('/api/docs/json')).headers['content-encoding']).toBeUndefined();
    expect((await ask('/api/t/cached', 'br')).headers['content-encoding']).toBeUndefined();
  });
});

describe('health', () => {
  it('is ready with its database and its migrations', async () => {
    expect((await api.call({ method: 'GET', url: '/healthz' })).status).toBe(200);
    expect((await api.call({ method: 'GET', url: '/readyz' })).body).toMatchObject({ ready: true });
  });

  it('is not ready with the functions of an older release', async () => {
    await api.db.query('UPDATE schema_functions SET number = number - 1');
    expect((await api.call({ method: 'GET', url: '/readyz' })).status).toBe(503);
    await api.db.query('UPDATE schema_functions SET number = number + 2');
    expect((await api.call({ method: 'GET', url: '/readyz' })).status).toBe(200);
    await api.db.query('UPDATE schema_functions SET number = number - 1');
  });

  it('is not ready when a migration is missing', async () => {
    const last = await api.db.query<{ name: string; checksum: string }>(
      'DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations) RETURNING name, checksum',
    );
    expect((await api.call({ method: 'GET', url: '/readyz' })).body).toMatchObject({
      ready: false,
      migrations: false,
    });
    await api.db.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
      last[0]?.name,
      last[0]?.checksum,
    ]);
  });
});
