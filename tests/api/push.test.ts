import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutboxJob } from '../../server/jobs/outbox-job.ts';
import { createShopperPushJob } from '../../server/jobs/push-job.ts';
import { throwFailures } from '../money/support/run-jobs.ts';
import { startTestApi, type TestApi } from '../support/api.ts';
import { createSameOriginHeaders, type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { createPushSubscriptionKeys } from '../support/phone-keys.ts';

/** A push service that keeps what it receives and answers as set. */
let service: Server;
let endpoint: string;
let received: { headers: IncomingHttpHeaders; bytes: number }[] = [];
let answerStatus = 201;

let api: TestApi;
let shopper: SignedUpApiShopper;

const notStopping = { isStopping: () => false };

beforeAll(async () => {
  service = createServer(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    received.push({ headers: request.headers, bytes });
    response.writeHead(answerStatus).end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/phone`;
  api = await startTestApi({ env: { PUSH_TEST_SERVICE: new URL(endpoint).origin } });
});
afterAll(async () => {
  await api.close();
  await new Promise((resolve) => service.close(resolve));
});
beforeEach(async () => {
  received = [];
  answerStatus = 201;
  shopper = await signUpShopper(api);
  await api.db.query('DELETE FROM push_subscriptions');
  await api.db.query('DELETE FROM outbox');
});

/** Subscribes a phone of the shopper's only session at the test's push service. */
async function subscribe(): Promise<void> {
  await api.db.query(
    `INSERT INTO push_subscriptions (endpoint, user_id, session_id, keys)
     SELECT $1, user_id, id, $3 FROM sessions WHERE user_id = $2`,
    [endpoint, shopper.id, JSON.stringify(createPushSubscriptionKeys())],
  );
}

async function tell(fact: object): Promise<void> {
  await api.db.query(`INSERT INTO outbox (topic, dedupe_key, payload) VALUES ('notice', $1, $2)`, [
    randomBytes(8).toString('hex'),
    JSON.stringify({ userId: shopper.id, ...fact }),
  ]);
  const silent = { notification() {}, groupSuccessful() {}, purchase() {}, groupMoved() {} };
  await createOutboxJob(api.db, silent, throwFailures).run(notStopping);
}

const paid = { fact: 'payment_successful', reference: 'gb-1', totalKobo: 50_000, method: 'wallet_only' };
const send = () => createShopperPushJob(api.deps, throwFailures).run(notStopping);

describe('push messages', () => {
  test('a payment is told to the phone once, encrypted and signed with the shop’s key', async () => {
    await subscribe();
    await tell(paid);
    await send();
    await send();
    expect(received).toHaveLength(1);
    expect(received[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(received[0]?.headers.authorization).toContain(`k=${api.deps.secrets.vapid.publicKey}`);
    expect(received[0]?.bytes).toBeGreaterThan(100);
  });

  test('a changed wallet alone wakes no phone', async () => {
    await subscribe();
    await tell({ fact: 'wallet', txId: 1, reason: 'REFUND', oldBalanceKobo: 0, newBalanceKobo: 50_000 });
    await send();
    expect(received).toEqual([]);
  });

  test('a phone that is gone is forgotten', async () => {
    await subscribe();
    answerStatus = 410;
    await tell(paid);
    await send();
    expect(await api.db.query('SELECT 1 FROM push_subscriptions')).toEqual([]);
  });

  test('a busy push service is asked again later', async () => {
    await subscribe();
    answerStatus = 503;
    await tell(paid);
    await expect(send()).rejects.toThrow('503');
    answerStatus = 201;
    await api.db.query("UPDATE outbox SET available_at = now() WHERE topic = 'push'");
    await send();
    // A lane of the first run may still be sending the row.
    const waiting = () => api.db.query("SELECT 1 FROM outbox WHERE topic = 'push' AND done_at IS NULL");
    await expect.poll(waiting).toEqual([]);
    expect(received).toHaveLength(2);
  });

  test('a notification that was read meanwhile stays silent', async () => {
    await subscribe();
    await tell(paid);
    await api.db.query('UPDATE notifications SET read_at = app_now() WHERE user_id = $1', [shopper.id]);
    await send();
    expect(received).toEqual([]);
  });

  test('the calls: key for everybody, subscription for the owner, no plain address', async () => {
    const key = await api.call({ method: 'GET', url: '/api/push/key' });
    expect(key).toMatchObject({ status: 200, body: { key: api.deps.secrets.vapid.publicKey } });
    const body = { endpoint: 'https://fcm.googleapis.com/phone', keys: createPushSubscriptionKeys() };
    const subscribeAs = (token?: string, to = body) =>
      api.call({ method: 'POST', url: '/api/push/subscription', body: to, token });
    expect((await subscribeAs()).status).toBe(401);
    const plain = { ...body, endpoint: 'http://fcm.googleapis.com/phone' };
    expect((await subscribeAs(shopper.token, plain)).status).toBe(400);
    expect((await subscribeAs(shopper.token)).status).toBe(200);
    const other = await signUpShopper(api);
    const drop = (token: string) =>
      api.call({ method: 'DELETE', url: '/api/push/subscription', body: { endpoint: body.endpoint }, token });
    expect((await drop(other.token)).status).toBe(200);
    expect(await api.db.query('SELECT 1 FROM push_subscriptions')).toHaveLength(1);
    expect((await drop(shopper.token)).status).toBe(200);
    expect(await api.db.query('SELECT 1 FROM push_subscriptions')).toEqual([]);
  });
});

describe('a phone whose session has ended', () => {
  const post = (url: string, body: object, rest: { token?: string; headers?: Record<string, string> } = {}) =>
    api.call<{ resetToken?: string }>({ method: 'POST', url, body, ...rest });
  const subscribePhone = (name: string, { token } = shopper) =>
    post(
      '/api/push/subscription',
      { endpoint: `https://fcm.googleapis.com/${name}`, keys: createPushSubscriptionKeys() },
      { token },
    );
  const phones = async () =>
    (
      await api.db.query<{ endpoint: string }>('SELECT endpoint FROM push_subscriptions ORDER BY endpoint')
    ).map((row) => row.endpoint);
  const signOut = () =>
    post('/api/auth/logout', {}, { headers: createSameOriginHeaders(api, shopper.cookies) });

  test('gets nothing after the sign-out; the same shopper’s other phone still does', async () => {
    const { email, password } = shopper;
    const other = await api.call<{ token: string }>({
      method: 'POST',
      url: '/api/auth/login',
      body: { email, password },
    });
    await subscribePhone('first');
    await subscribePhone('second', { ...shopper, token: other.body.token });
    await signOut();
    expect(await phones()).toEqual(['https://fcm.googleapis.com/second']);
  });

  test('gets nothing after a new password', async () => {
    const { email, recoveryKey: secretRecoveryKey } = shopper;
    await subscribePhone('lost');
    const { resetToken } = (await post('/api/auth/verify-recovery-key', { email, secretRecoveryKey })).body;
    await post('/api/auth/reset-password', { resetToken, newPassword: 'another horse' });
    expect(await phones()).toEqual([]);
  });

  test('gets nothing after an operator’s lock', async () => {
    await subscribePhone('lost');
    expect(
      await runOpsCommandInTest(api, 'user', 'lock', '--email', shopper.email, '--reason', 'lost phone'),
    ).toMatchObject({
      ok: true,
    });
    expect(await phones()).toEqual([]);
  });

  test('cannot subscribe with an access token that is still good', async () => {
    await signOut();
    expect((await subscribePhone('late')).status).toBe(401);
    expect(await phones()).toEqual([]);
  });
});
