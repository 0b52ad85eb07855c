import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueuePushMessages } from '../../server/features/notifications/notification-delivery-repository.ts';
import { createOutboxLagJob } from '../../server/jobs/outbox-lag-job.ts';
import { createShopperPushJob } from '../../server/jobs/push-job.ts';
import { startTestApi, type TestApi } from '../support/api.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { createPushSubscriptionKeys } from '../support/phone-keys.ts';

/** What one account may cost the push job, and that it cannot delay the messages of others. */
let api: TestApi;
let service: Server;
let origin: string;
/** Paths that the shop has called. A path with `hang` gets no answer, one with `busy` gets 503. */
let called: string[] = [];
let shopper: SignedUpApiShopper;

beforeAll(async () => {
  service = createServer((request, response) => {
    const path = request.url ?? '';
    called.push(path);
    if (path.includes('hang')) return;
    if (path.includes('moved')) response.setHeader('location', `${origin}/elsewhere`);
    response.writeHead(path.includes('busy') ? 503 : path.includes('moved') ? 307 : 201).end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  api = await startTestApi({ env: { PUSH_TEST_SERVICE: origin } });
});
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  await api.close();
});
beforeEach(async () => {
  called = [];
  await api.db.query('DELETE FROM push_subscriptions');
  await api.db.query('DELETE FROM outbox');
  await api.db.query('DELETE FROM rate_limits');
  shopper = await signUpShopper(api);
});

const subscribe = (
  endpoint: string,
  { token, keys = createPushSubscriptionKeys() }: { token?: string; keys?: object } = {},
) =>
  api.call({
    method: 'POST',
    url: '/api/push/subscription',
    body: { endpoint, keys },
    token: token ?? shopper.token,
  });
const phones = async () =>
  (await api.db.query<{ endpoint: string }>('SELECT endpoint FROM push_subscriptions')).map((row) =>
    row.endpoint.replace(origin, ''),
  );

/** Adds a notification of a payment and the outbox rows that push it to each of the owner's phones. */
async function tell(userId: string): Promise<void> {
  await api.db.transaction(async (tx) => {
    const [notification] = await tx.query<{ id: string }>(
      `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message)
       VALUES ($1, $2, 'success', 'payment', 'Payment Successful', 'Paid') RETURNING id`,
      [userId, randomUUID()],
    );
    await enqueuePushMessages(tx, [notification?.id ?? '']);
  });
}
const failures: unknown[] = [];
const send = (isStopping = () => false) =>
  createShopperPushJob(api.deps, { onFailure: (_row, error) => failures.push(error) }).run({ isStopping });

describe('a subscription', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://api.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('is taken from a push service that browsers use: %s', async (endpoint) => {
    expect((await subscribe(endpoint)).status).toBe(200);
  });

  test.each([
    'https://127.0.0.1:8443/1',
    'https://evil.example/1',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://notify.windows.com.evil.example/abc',
    'https://user:word@fcm.googleapis.com/abc',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://evilpush.apple.com/abc',
  ])('is taken from nobody else: %s', async (endpoint) => {
    expect(await subscribe(endpoint)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await phones()).toEqual([]);
  });

  test.each([
    { p256dh: randomBytes(64).toString('base64url') },
    { p256dh: Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url') },
    { p256dh: '' },
    { auth: randomBytes(15).toString('base64url') },
    { auth: randomBytes(17).toString('base64url') },
  ])('has the keys of a browser', async (wrong) => {
    const answer = await subscribe('https://fcm.googleapis.com/1', {
      keys: { ...createPushSubscriptionKeys(), ...wrong },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test('of an eleventh phone takes the place of the oldest', async () => {
    for (let phone = 1; phone <= 11; phone += 1)
      expect((await subscribe(`${origin}/${phone}`)).status).toBe(200);
    expect((await phones()).sort()).toEqual(Array.from({ length: 10 }, (_, i) => `/${i + 2}`).sort());
  });

  test('again and again is refused for a while', async () => {
    const statuses = [];
    for (let turn = 1; turn <= 35; turn += 1) statuses.push((await subscribe(`${origin}/1`)).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('sending', () => {
  test('phones that never answer hold up only their own account', async () => {
    const other = await signUpShopper(api);
    for (let phone = 1; phone <= 10; phone += 1) await subscribe(`${origin}/hang/${phone}`);
    await subscribe(`${origin}/other`, { token: other.token });
    await tell(shopper.id);
    await tell(other.id);
    let isOver = false;
    const sending = send(() => isOver);
    await expect.poll(() => called, { timeout: 60_000 }).toContain('/other');
    // A message that is written while the others still hang arrives too.
    await tell(other.id);
    const calls = () => called.filter((path) => path === '/other').length;
    await expect.poll(calls, { timeout: 60_000 }).toBe(2);
    // The hanging phones are called one after another, 10 s each. Had the other account waited for them, all ten would
    // have been called.
    expect(called.filter((path) => path.includes('hang')).length).toBeLessThan(10);
    isOver = true;
    service.closeAllConnections();
    await sending;
  });

  test('a redirect is not followed', async () => {
    await subscribe(`${origin}/moved`);
    await tell(shopper.id);
    await send();
    expect(called).toEqual(['/moved']);
  });

  test('a phone of a service that is no longer allowed is forgotten without a call', async () => {
    await subscribe(`${origin}/1`);
    await api.db.query("UPDATE push_subscriptions SET endpoint = 'https://127.0.0.1:1/inside'");
    await tell(shopper.id);
    await send();
    expect(await phones()).toEqual([]);
    expect(failures.filter((error) => String(error).includes('ECONNREFUSED'))).toEqual([]);
  });

  test('a phone that has failed five times over a day is dropped, one that works in between is not', async () => {
    await subscribe(`${origin}/busy`);
    const fail = async () => {
      await tell(shopper.id);
      await send();
      await api.db.query('DELETE FROM outbox');
    };
    for (let turn = 1; turn <= 6; turn += 1) await fail();
    expect(await phones()).toEqual(['/busy']);
    await api.db.query("UPDATE push_subscriptions SET failed_at = failed_at - interval '25 hours'");
    await fail();
    expect(await phones()).toEqual([]);
    await subscribe(`${origin}/well`);
    await api.db.query("UPDATE push_subscriptions SET failures = 9, failed_at = now() - interval '25 hours'");
    await fail();
    expect(await api.db.query('SELECT failures, failed_at AS "failedAt" FROM push_subscriptions')).toEqual([
      { failures: 0, failedAt: null },
    ]);
  });
});

test('a backlog is no reason not to serve: it is a figure, and one alarm until it is worked off', async () => {
  await api.db.query(
    `INSERT INTO outbox (topic, dedupe_key, payload, available_at)
     VALUES ('progress', 'lag', '{}', now() - interval '90 seconds')`,
  );
  expect((await api.call({ method: 'GET', url: '/readyz' })).status).toBe(200);
  const alarms: object[] = [];
  const job = createOutboxLagJob(api.db, (wait) => alarms.push(wait));
  const look = () => job.run({ isStopping: () => false });
  await look();
  await look();
  expect(alarms).toEqual([{ topic: 'progress', waiting: 1, oldestSeconds: expect.any(Number) }]);
  await api.db.query("UPDATE outbox SET available_at = now() WHERE dedupe_key = 'lag'");
  await look();
  await api.db.query("UPDATE outbox SET available_at = now() - interval '90 seconds'");
  await look();
  expect(alarms).toHaveLength(2);
});
