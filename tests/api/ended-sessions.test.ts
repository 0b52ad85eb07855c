import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { findEndedSessionsAmong } from '../../server/http/sessions/session-repository.ts';
import { openLiveEventSockets } from '../../server/live.ts';
import { startTestApi } from '../support/api.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { createSameOriginHeaders, type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { createPushSubscriptionKeys } from '../support/phone-keys.ts';

const api = openFixtureForFile(startTestApi);
/** Another instance on the same database that receives no notifications. */
let second: FastifyInstance;
let productId: string;

beforeAll(async () => {
  second = await buildApp(api.deps);
  openLiveEventSockets(second, api.deps);
  await second.listen({ host: '127.0.0.1', port: 0 });
  productId = await addTestProduct(api, { title: 'Honey Beans', minUnits: 10 });
});
afterAll(() => second.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Every way in which a session ends. */
const ends: Record<string, (shopper: SignedUpApiShopper) => Promise<unknown>> = {
  'a sign-out': (shopper) =>
    api.call({
      method: 'POST',
      url: '/api/auth/logout',
      body: {},
      headers: createSameOriginHeaders(api, shopper.cookies),
    }),
  'a new password': async (shopper) => {
    const { email, recoveryKey } = shopper;
    const verified = await api.call<{ resetToken: string }>({
      method: 'POST',
      url: '/api/auth/verify-recovery-key',
      body: { email, secretRecoveryKey: recoveryKey },
    });
    const body = { resetToken: verified.body.resetToken, newPassword: 'another horse' };
    return api.call({ method: 'POST', url: '/api/auth/reset-password', body });
  },
  'a lock by the operator': (shopper) =>
    runOpsCommandInTest(api, 'user', 'lock', '--email', shopper.email, '--reason', 'stolen phone'),
  'the deletion of the account': ({ token, password }) =>
    api.call({ method: 'DELETE', url: '/api/account', body: { password }, token }),
};

/** A valid request for each call that changes something for a signed-in shopper, by its path in the documentation. */
const delivery = { state: 'Lagos', city: 'Yaba', street: '1 Market Street' };
const writes: Record<string, object> = {
  'POST /api/cart/add': { productId: 'PRODUCT', quantity: 1 },
  'PATCH /api/cart/update-quantity': { productId: 'PRODUCT', quantity: 2 },
  'DELETE /api/cart/remove/{productId}': {},
  'DELETE /api/cart/clear': {},
  'POST /api/payment/initialize': {
    walletUse: 500,
    expectedTotal: 500,
    paymentMethod: 'wallet_only',
    cartId: randomUUID(),
    phone: '+2348012345678',
    deliveryAddress: delivery,
  },
  'POST /api/payment/attempts/{key}/check': {},
  'POST /api/group/{groupId}/leave': {},
  'POST /api/group/{groupId}/take-less': { trackingNumber: 'GB-00000000', lineNumber: 1, quantity: 1 },
  'POST /api/group/{groupId}/switch-to-solo': {},
  'PATCH /api/auth/update-name': { name: 'Thief' },
  'PATCH /api/auth/preferences': { socialProof: false },
  'PATCH /api/auth/update-recovery-key': {
    currentPassword: 'correct horse',
    newSecretRecoveryKey: 'a thief knows this',
  },
  'PATCH /api/auth/password': { currentPassword: 'correct horse', newPassword: 'a thief knows this' },
  'DELETE /api/auth/sessions': {},
  'DELETE /api/auth/sessions/{sessionId}': {},
  'DELETE /api/account': { password: 'correct horse' },
  'PATCH /api/notifications/mark-all-read': {},
  'PATCH /api/notifications/{id}/read': {},
  'DELETE /api/notifications/clear-all': {},
  'DELETE /api/notifications/{id}': {},
  'POST /api/push/subscription': {
    endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
    keys: createPushSubscriptionKeys(),
  },
  'POST /api/reviews/{trackingNumber}/{lineNumber}': { stars: 5, text: 'A thief wrote this.' },
  'POST /api/alerts/{productId}': {},
  'DELETE /api/alerts/{productId}': {},
  'DELETE /api/reviews/{trackingNumber}/{lineNumber}': {},
  'DELETE /api/push/subscription': { endpoint: 'https://fcm.googleapis.com/fcm/send/phone' },
};

it('the list of changes above is the list of the shop', async () => {
  const { body } = await api.call<{ paths: Record<string, Record<string, { security?: unknown[] }>> }>({
    method: 'GET',
    url: '/api/docs/json',
  });
  const known = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security }]) => method !== 'get' && security)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(writes).sort()).toEqual(known.sort());
});

function connect(token: string): Socket {
  const { port } = second.server.address() as AddressInfo;
  const transports = ['websocket'];
  return io(`http://127.0.0.1:${port}`, { transports, forceNew: true, reconnection: false, auth: { token } });
}
const heard = (socket: Socket, event: string) =>
  new Promise<unknown>((resolve) => socket.once(event, resolve));

describe.each(Object.entries(ends))('after %s', (_name, end) => {
  it('the token changes nothing, on any instance and at once', async () => {
    const shopper = await signUpShopper(api);
    const before = await api.db.query('SELECT name, recovery_key_hash FROM users WHERE id = $1', [
      shopper.id,
    ]);
    expect(before).toHaveLength(1);
    await end(shopper);
    const after = await api.db.query('SELECT name, recovery_key_hash FROM users WHERE id = $1', [shopper.id]);
    for (const [call, body] of Object.entries(writes)) {
      const [method, path] = call.split(' ') as ['POST', string];
      for (const app of [api.app, second]) {
        const answer = await app.inject({
          method,
          url: path
            .replace('{productId}', productId)
            .replace('{lineNumber}', '1')
            .replace(/\{\w+\}/, randomUUID()),
          headers: { ...bearer(shopper.token), 'idempotency-key': randomUUID() },
          payload: JSON.parse(JSON.stringify(body).replace('PRODUCT', productId)),
        });
        expect({ call, status: answer.statusCode }).toEqual({ call, status: 401 });
      }
    }
    const taken = await second.inject({ url: '/api/account/export', headers: bearer(shopper.token) });
    expect(taken.statusCode).toBe(401);
    expect(
      await api.db.query('SELECT name, recovery_key_hash FROM users WHERE id = $1', [shopper.id]),
    ).toEqual(after);
    expect(await api.db.query('SELECT 1 FROM carts WHERE user_id = $1', [shopper.id])).toEqual([]);
    expect(await api.db.query('SELECT 1 FROM idempotency_keys WHERE scope = $1', [shopper.id])).toEqual([]);
  });

  it('the token soon reads nothing, also on an instance that was told nothing', async () => {
    const shopper = await signUpShopper(api);
    const read = (app: FastifyInstance) =>
      app.inject({ url: '/api/wallet', headers: bearer(shopper.token) }).then(({ statusCode }) => statusCode);
    expect(await read(second)).toBe(200);
    await end(shopper);
    for (const app of [api.app, second]) await expect.poll(() => read(app), { timeout: 60_000 }).toBe(401);
  });
});

it('the socket of a session whose end nobody told of is cut, and the token opens no other', async () => {
  const shopper = await signUpShopper(api);
  const socket = connect(shopper.token);
  await heard(socket, 'hello');
  let cut: unknown;
  socket.once('disconnect', (reason) => {
    cut = reason;
  });
  await ends['a sign-out']?.(shopper);
  const again = connect(shopper.token);
  const opened = heard(again, 'hello').then(() => 'it opened');
  expect(String(await Promise.race([opened, heard(again, 'connect_error')]))).toContain('unauthorized');
  await expect.poll(() => cut, { timeout: 60_000 }).toBe('io server disconnect');
});

it('an instance that starts later knows the sessions that ended before', async () => {
  const shopper = await signUpShopper(api);
  await api.db.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [shopper.id]);
  const late = await buildApp(api.deps);
  const answer = await late.inject({ url: '/api/wallet', headers: bearer(shopper.token) });
  await late.close();
  expect(answer.statusCode).toBe(401);
});

it('a sign-in that was begun before a new password or a lock gets no session after it', async () => {
  const shopper = await signUpShopper(api);
  const { email, password } = shopper;
  const [{ hash } = { hash: '' }] = await api.db.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM users WHERE id = $1',
    [shopper.id],
  );
  for (const change of ["password_hash = 'new'", 'locked_at = now()', 'deleted_at = now()']) {
    const client = await api.db.pool.connect();
    // The change is held back until the sign-in has checked the password and waits: for this row or, if it ignored the
    // row, for the locked table.
    await client.query('BEGIN');
    await client.query('LOCK TABLE sessions IN SHARE MODE');
    await client.query(`UPDATE users SET ${change} WHERE id = $1`, [shopper.id]);
    const signingIn = api.call({ method: 'POST', url: '/api/auth/login', body: { email, password } });
    await expect
      .poll(
        () =>
          api.db.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        { timeout: 20_000 },
      )
      .toHaveLength(1);
    await client.query('COMMIT');
    expect(await signingIn).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } });
    await client.query('UPDATE users SET locked_at = NULL, deleted_at = NULL WHERE id = $1', [shopper.id]);
    await client.query('UPDATE users SET password_hash = $2 WHERE id = $1', [shopper.id, hash]);
    client.release();
  }
});

/** Each change alone ends the access of a session, even where the code that wrote it forgot to end the session. */
it.each([
  'sessions SET revoked_at = now() WHERE user_id = $1',
  'sessions SET absolute_expires_at = now() WHERE user_id = $1',
  'users SET locked_at = now() WHERE id = $1',
  'users SET deleted_at = now() WHERE id = $1',
])('after nothing but "update %s" the session is over', async (change) => {
  const { id, token } = await signUpShopper(api);
  const [session] = await api.db.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [id]);
  const ended = () => findEndedSessionsAmong(api.db, [session?.id ?? '']);
  const add = () =>
    api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity: 1 } });
  expect([await ended(), (await add()).status]).toEqual([[], 200]);
  await api.db.query(`UPDATE ${change}`, [id]);
  expect([await ended(), (await add()).status]).toEqual([[session?.id], 401]);
});

it('another device of the same shopper stays signed in', async () => {
  const shopper = await signUpShopper(api);
  const { email, password } = shopper;
  const login = await api.call<{ token: string }>({
    method: 'POST',
    url: '/api/auth/login',
    body: { email, password },
  });
  await ends['a sign-out']?.(shopper);
  const add = (token: string) =>
    api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity: 1 } });
  expect((await add(shopper.token)).status).toBe(401);
  expect((await add(login.body.token)).status).toBe(200);
});
