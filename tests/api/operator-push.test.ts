import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { upsertAlarm } from '../../server/alarms/alarms-repository.ts';
import { createReportAlarmsJob } from '../../server/jobs/alarms-job.ts';
import {
  createOperatorPushAlarmChannel,
  pushNewOrdersAndApprovalRequests,
} from '../../server/ops/push/operator-push.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { createPushSubscriptionKeys } from '../support/phone-keys.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';
import { addOpsCommandSituations } from '../support/with-situations.ts';

/** Push messages to operators' devices tell how much came in and never about whom. */

const shop = openFixtureForFile(openPaymentTestShop, addOpsCommandFixture, addOpsCommandSituations);
let service: Server;
let origin: string;
let received: string[] = [];
let answerStatus = 201;
let support: SignedInTestOperator;
let finance: SignedInTestOperator;

beforeAll(async () => {
  service = createServer((request, response) => {
    received.push(request.url ?? '');
    request.resume();
    response.writeHead(answerStatus).end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  support = await signInTestOperator(shop, 'bisi', 'support');
  finance = await signInTestOperator(shop, 'femi', 'finance');
});
afterAll(() => new Promise((resolve) => service.close(resolve)));
beforeEach(async () => {
  await shop.db.query('DELETE FROM operator_push_subscriptions');
  await shop.db.query('DELETE FROM alarms');
  [received, answerStatus] = [[], 201];
});

const keys = createPushSubscriptionKeys();
const choose = (person: SignedInTestOperator, kinds: string[], host = 'https://fcm.googleapis.com') =>
  person.call('POST', '/api/ops/access/push', { endpoint: `${host}/${person.name}`, keys, kinds });
/** Makes all devices due again, as their last message was an hour ago, and points them to the test's push service. */
const openHour = () =>
  shop.db.query(
    `UPDATE operator_push_subscriptions SET told_at = app_now() - interval '1 hour',
       endpoint = replace(endpoint, 'https://fcm.googleapis.com', $1)`,
    [origin],
  );
const deps = () => ({ ...shop.deps, config: { ...shop.deps.config, pushTestService: origin } });
const devices = async () =>
  (await shop.db.query<{ name: string }>('SELECT name FROM operator_push_subscriptions ORDER BY name')).map(
    ({ name }) => name,
  );
const older = (table: string) =>
  shop.db.query(`UPDATE ${table} SET created_at = app_now() - interval '1 minute'`);

test('a device that wants sales is told once of all that came, and one that wants none is not', async () => {
  await shop.wordsFor('order show');
  await shop.db.query('ALTER TABLE orders DISABLE TRIGGER USER');
  await older('orders');
  await shop.db.query('ALTER TABLE orders ENABLE TRIGGER USER');
  expect((await choose(support, ['sale'])).status).toBe(200);
  expect((await choose(finance, ['alarm'])).status).toBe(200);
  await openHour();
  await pushNewOrdersAndApprovalRequests(deps());
  await pushNewOrdersAndApprovalRequests(deps());
  expect(received).toEqual(['/bisi']);
});

test('only a role that could agree is told that an action waits, and not who asked for it', async () => {
  await shop.db.query(
    `INSERT INTO operator_proposals (key, command, arguments, preview, proposed_by, created_at)
     SELECT 'k' || n, 'item refund', '{}', '{}', (array['tayo', 'femi'])[n], app_now() - interval '1 minute'
     FROM generate_series(1, 2) n`,
  );
  await choose(support, ['approval']);
  await choose(finance, ['approval']);
  await openHour();
  await pushNewOrdersAndApprovalRequests(deps());
  expect(received).toEqual(['/femi']);
  await shop.db.query(`DELETE FROM operator_proposals WHERE proposed_by = 'tayo'`);
  received = [];
  await openHour();
  await pushNewOrdersAndApprovalRequests(deps());
  expect(received).toEqual([]);
});

test('an alarm reaches the devices that want it, and the log of alarms says so', async () => {
  await choose(support, ['alarm']);
  await choose(finance, ['sale']);
  await openHour();
  await upsertAlarm(shop.db, { kind: 'commits_wait', subject: '', detail: '' }, false);
  const told = { shop: 'Shop', channels: [], log: shop.app.log };
  await createReportAlarmsJob(shop.db, told, () => createOperatorPushAlarmChannel(deps())).run({
    isStopping: () => false,
  });
  expect(received).toEqual(['/bisi']);
  expect(await shop.db.query('SELECT told_by FROM alarms')).toEqual([{ told_by: ['push'] }]);
});

test('a device that is gone is forgotten, one that fails is told later', async () => {
  await choose(support, ['sale']);
  await openHour();
  answerStatus = 503;
  await expect(pushNewOrdersAndApprovalRequests(deps())).rejects.toThrow('503');
  answerStatus = 410;
  await pushNewOrdersAndApprovalRequests(deps());
  expect(received).toEqual(['/bisi', '/bisi']);
  expect(await devices()).toEqual([]);
});

test('the messages end with the choice, the session and the access', async () => {
  const tayo = await signInTestOperator(shop, 'tayo', 'ops');
  const guest = await signInTestOperator(shop, 'uche', 'ops');
  for (const person of [support, finance, tayo, guest]) await choose(person, ['sale']);
  expect(await devices()).toEqual(['bisi', 'femi', 'tayo', 'uche']);
  await choose(support, []);
  await tayo.call('POST', '/api/ops/sign-out', {});
  const owner = await signInTestOperator(shop, 'ngozi', 'owner');
  const removed = await owner.call('POST', '/api/ops/operators/uche/remove', { reason: 'left' });
  expect(removed.status).toBe(200);
  expect(await devices()).toEqual(['femi']);
});

test('an address that is no push service of a browser is refused', async () => {
  expect((await choose(support, ['sale'], 'https://example.com')).status).toBe(400);
  expect(await devices()).toEqual([]);
});
