import { beforeAll, describe, expect, test } from 'vitest';
import { addTestProduct } from '../support/api-catalogue.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';
import { addOpsCommandSituations } from '../support/with-situations.ts';

/** The calls of the console's screens of groups, recovery, referrals, failed tasks and the audit log. */

const shop = openFixtureForFile(openPaymentTestShop, addOpsCommandFixture, addOpsCommandSituations);
const people = new Map<string, SignedInTestOperator>();
const as = (role: string) => people.get(role) as SignedInTestOperator;
beforeAll(async () => {
  for (const role of ['support', 'ops', 'finance'] as const)
    people.set(role, await signInTestOperator(shop, `${role}-person`, role));
});

type Data<Of> = { data: Of; code?: string; message?: string };
const get = async <Of>(role: string, url: string): Promise<Of> => {
  const { status, body } = await as(role).call<Data<Of>>('GET', `/api/ops/${url}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
};
const post = <Of = Record<string, unknown>>(role: string, url: string, body: object = {}) =>
  as(role).call<Data<Of>>('POST', `/api/ops/${url}`, body);

/** Reads the last rows of the audit log, the newest first. */
const rows = (limit: number) =>
  shop.db.query<{ actor: string; action: string; target: string; reason: string | null; ip: string }>(
    'SELECT actor, action, target, reason, ip FROM audit_log ORDER BY id DESC LIMIT $1',
    [limit],
  );
const from = (role: string) => ({ actor: `operator:${role}-person`, ip: '127.0.0.1' });
/** Makes a situation in which a command has something to do. @returns the command's words after its name. */
const situation = async (command: string) =>
  (await shop.wordsFor(command)).slice(command.split(' ').length) as [string, ...string[]];

describe('a group', () => {
  test('is on the board with its progress, and on its page with its members', async () => {
    const [groupId] = await situation('group review');
    const board = await get<{ groupId: string }[]>('support', 'groups?status=active&limit=100');
    expect(board.find((one) => one.groupId === groupId)).toMatchObject({
      ...{ unitsSold: 3, minUnits: 10, participants: 1, owedNaira: 3_000, status: 'active' },
    });
    const last = board.at(-1)?.groupId;
    expect(await get('support', `groups?status=active&after=${last}`)).toEqual([]);
    expect(await get('finance', `groups/${groupId}`)).toMatchObject({
      members: [{ units: 3, paidNaira: 3_000, refundedNaira: 0 }],
    });
    expect(await rows(1)).toMatchObject([
      { ...from('finance'), action: 'group.show', target: `group:${groupId}` },
    ]);
  });

  test('says what it counts in and which units each member bought, and so does the page of the shopper', async () => {
    const product = await addTestProduct(shop, {
      ...{ priceNaira: 50_000, baseNaira: 60_000, minUnits: 200 },
      units: [
        { name: 'keg', displayName: 'Keg 25 l', quantity: 25, baseNaira: 60_000 },
        { name: 'bottle', displayName: 'Bottle 1 l', quantity: 1, baseNaira: 2_500 },
      ],
    });
    const shopper = await shop.shopper(300_000);
    for (const [unit, quantity] of [
      ['keg', 2],
      ['bottle', 3],
    ] as const) {
      await shopper.add(product, quantity, unit);
      await shopper.pay({ method: 'wallet_only', walletNaira: unit === 'keg' ? 100_000 : 6_000 });
    }
    const bought = '2 x Keg 25 l, 3 x Bottle 1 l';
    const { groups } = await get<{ groups: { groupId: string }[] }>('support', `shoppers/${shopper.id}`);
    expect(groups).toMatchObject([{ units: 53, baseUnit: 'kg', bought }]);
    expect(await get('support', `groups/${groups[0]?.groupId}`)).toMatchObject({
      ...{ unitsSold: 53, baseUnit: 'kg', members: [{ units: 53, bought }] },
    });
    const look = { reason: 'look', dryRun: true };
    const { body } = await post<{ says: string[] }>('ops', `groups/${groups[0]?.groupId}/review`, look);
    expect(body.data.says[0]).toBe('1 member, 53 of 200 kg, 53 of them paid: ₦106,000.');
    const [order] = await shop.db.query<{ tracking: string }>(
      'SELECT tracking_no AS tracking FROM orders WHERE user_id = $1 ORDER BY created_at LIMIT 1',
      [shopper.id],
    );
    const refund = ['item', 'refund', order?.tracking ?? '', '--line', '1', '--reason', 'r', '--dry-run'];
    expect(await shop.say(...refund)).toContain('loses 50 kg: 3 of 200 are then sold, not 53.');
    const [groupId] = await situation('group review');
    expect(await get('support', `groups/${groupId}`)).toMatchObject({
      ...{ baseUnit: null, members: [{ units: 3, bought: null }] },
    });
  });

  test('is stopped, let go, stopped and failed; what each would do is told first, and changes nothing', async () => {
    const [groupId] = await situation('group review');
    const target = `group:${groupId}`;
    const steps = [
      ['review', 'manual_review'],
      ['resume', 'active'],
      ['review', 'manual_review'],
      ['fail', 'failed'],
    ] as const;
    for (const [move, status] of steps) {
      const [before] = await rows(1);
      const reason = `because of ${move}`;
      const tried = await post('ops', `groups/${groupId}/${move}`, { reason, dryRun: true });
      expect(tried).toMatchObject({ status: 200, body: { data: { status, isDryRun: true } } });
      expect((await rows(1))[0]).toEqual(before);
      const done = await post('ops', `groups/${groupId}/${move}`, { reason });
      // A look is due a day after the move, and a group that is let go gets back the time it stood: tried or done.
      const { reviewDue, deadline } = done.body.data;
      expect(done.body.data).toEqual({ ...tried.body.data, reviewDue, deadline, isDryRun: false });
      expect(await rows(1)).toEqual([{ ...from('ops'), action: `group.${move}`, target, reason }]);
      if (move === 'fail') expect(done.body.data).toMatchObject({ refundMembers: 1, refundNaira: 3_000 });
    }
    const again = await post('ops', `groups/${groupId}/review`, { reason: 'late' });
    expect(again.body.message).toMatch(/Not possible: the group is \w+\./);
  });

  test('is secured with its minimum, and not without', async () => {
    const [full] = await situation('group secure');
    const secured = await post('ops', `groups/${full}/secure`, { reason: 'all is well' });
    expect(secured.body.data).toMatchObject({ status: 'secured', paidUnits: 10 });
    const [short] = await situation('group fail');
    const refused = await post('ops', `groups/${short}/secure`, { reason: 'r', dryRun: true });
    expect(refused.body).toMatchObject({ code: 'transition_refused', message: /Only 3 of its 10 units/ });
  });

  test('is failed once for one click, however often its answer is lost', async () => {
    const [groupId] = await situation('group fail');
    const click = () =>
      as('ops').call<Data<object>>(
        'POST',
        `/api/ops/groups/${groupId}/fail`,
        { reason: 'supplier gone' },
        { 'idempotency-key': '018f0000-0000-7000-8000-00000000000f' },
      );
    const [first, second] = [await click(), await click()];
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await rows(2)).not.toMatchObject([{ action: 'group.fail' }, { action: 'group.fail' }]);
  });
});

describe('a recovery request', () => {
  interface Request {
    id: string;
    phone: string;
    accountName: string;
    accountPhone: string;
    phoneMatches: boolean;
  }

  test('shows the number of the account, and is approved with a key that is shown once', async () => {
    const [requestId] = await situation('recovery approve');
    const request = (await get<Request[]>('support', 'recovery')).find(({ id }) => id === requestId);
    expect(request).toMatchObject({ phoneMatches: true, accountPhone: request?.phone });
    expect(request?.accountName).not.toBe('');
    expect(await rows(1)).toMatchObject([{ ...from('support'), action: 'recovery.list' }]);
    const approve = () =>
      as('support').call<Data<object>>(
        'POST',
        `/api/ops/recovery/${requestId}/approve`,
        {},
        { 'idempotency-key': '018f0000-0000-7000-8000-00000000000a' },
      );
    const issued = await approve();
    expect(issued.body.data).toMatchObject({
      temporaryKey: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
      whatsapp: expect.stringMatching(/^https:\/\/wa\.me\/234/),
    });
    expect((await approve()).body.data, 'not shown again').toBeNull();
    expect(await rows(1)).toMatchObject([{ ...from('support'), action: 'recovery.approve' }]);
  });

  test("that names another number needs the account's to have been called", async () => {
    const [requestId] = await situation('recovery approve');
    await shop.db.query(
      `UPDATE recovery_requests SET phone = '+2348000000000', phone_matches = false WHERE id = $1`,
      [requestId],
    );
    const request = (await get<Request[]>('ops', 'recovery?status=open')).find(({ id }) => id === requestId);
    expect(request).toMatchObject({ phoneMatches: false, phone: '+2348000000000' });
    expect(request?.accountPhone).not.toBe(request?.phone);
    expect((await post('support', `recovery/${requestId}/approve`)).status).toBe(400);
    const body = { despitePhone: true, reason: 'I called the number of the account' };
    expect((await post('support', `recovery/${requestId}/approve`, body)).status).toBe(200);
  });

  test('is turned down with a reason, once', async () => {
    const [requestId] = await situation('recovery reject');
    const url = `recovery/${requestId}/reject`;
    expect((await post('support', url)).status).toBe(400);
    expect((await post('support', url, { reason: 'another voice' })).body.data).toMatchObject({
      status: 'rejected',
    });
    expect(await rows(1)).toMatchObject([
      { ...from('support'), action: 'recovery.reject', reason: 'another voice' },
    ]);
    expect((await post('support', url, { reason: 'again' })).status).toBe(404);
  });
});

test('a referral is blocked, seen among the flagged ones and cleared', async () => {
  const [, email = ''] = await situation('referral block');
  const isListed = async () =>
    (await get<{ friend: string }[]>('support', 'referrals')).some(({ friend }) => friend === email);
  expect((await post('finance', 'referrals/block', { email, reason: 'one phone' })).status).toBe(200);
  expect(await isListed()).toBe(true);
  expect((await post('ops', 'referrals/clear', { email, reason: 'two sisters' })).status).toBe(200);
  expect(await isListed()).toBe(false);
  const judged = (await rows(5)).filter(({ action }) => /^referral\.(clear|block)/.test(action));
  expect(judged).toMatchObject([
    { ...from('ops'), reason: 'two sisters' },
    { ...from('finance'), reason: 'one phone' },
  ]);
});

describe('work that was given up', () => {
  const isDead = async (id: string) =>
    (await get<{ id: number }[]>('support', 'outbox/dead')).some((row) => row.id === Number(id));

  test('is tried again or closed', async () => {
    const [revived, closed] = [(await situation('outbox revive'))[0], (await situation('outbox close'))[0]];
    expect([await isDead(revived), await isDead(closed)]).toEqual([true, true]);
    expect((await post('ops', `outbox/${revived}/revive`)).status).toBe(200);
    expect(await rows(1)).toMatchObject([
      { ...from('ops'), action: 'outbox.revive', target: `outbox:${revived}` },
    ]);
    expect((await get<{ topic: string }[]>('finance', 'outbox')).map(({ topic }) => topic)).toContain(
      'referral',
    );
    expect((await post('finance', `outbox/${closed}/close`, { reason: 'it is done by hand' })).status).toBe(
      200,
    );
    expect(await rows(1)).toMatchObject([{ ...from('finance'), reason: 'it is done by hand' }]);
    expect([await isDead(revived), await isDead(closed)]).toEqual([false, false]);
    const none = await post('ops', `outbox/${closed}/revive`);
    expect(none).toMatchObject({ status: 409, body: { message: 'There is no such failed task.' } });
  });

  test('stands beside what is wrong now', async () => {
    await shop.db.query(
      `INSERT INTO alarms (kind, subject, over_at) VALUES ('disk', 'here', NULL), ('recon', 'gone', now())`,
    );
    const alarms = await get<{ subject: string; says: string }[]>('support', 'alarms');
    expect(alarms.filter(({ subject }) => ['here', 'gone'].includes(subject))).toMatchObject([
      { subject: 'here', says: 'the disk of DATA_DIR is nearly full' },
    ]);
  });
});

test('the log is searched by person, target and day, and leafed through', async () => {
  interface Line {
    id: number;
    action: string;
    ip: string;
    before: unknown;
    after: unknown;
  }
  const [id] = await situation('outbox revive');
  await post('ops', `outbox/${id}/revive`);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());
  const search = async (role: string, body: object) => (await post<Line[]>(role, 'audit', body)).body.data;
  const [line] = await search('support', { by: 'ops-person', target: `outbox:${id}`, day });
  expect(line).toMatchObject({
    ...{ action: 'outbox.revive', ip: '127.0.0.1' },
    ...{ before: { givenUp: [Number(id)] }, after: { due: [Number(id)] } },
  });
  expect(await search('support', { by: 'support-person', target: `outbox:${id}` })).toEqual([]);
  expect(await search('support', { by: 'ops-person', day: '2020-01-01' })).toEqual([]);
  const next = await search('finance', { by: 'ops-person', before: line?.id, limit: 1 });
  expect(next[0]?.id).toBeLessThan(line?.id ?? 0);
  expect((await post('support', 'audit', { day: 'soon' })).status).toBe(400);
});
