import { beforeAll, describe, expect, test } from 'vitest';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { moveGroupToSecured } from '../../server/features/groups/group-moves.ts';
import { payReferralRewards } from '../../server/features/referral/referral-rewards.ts';
import { createPickupRemindersJob } from '../../server/jobs/pickup-reminders-job.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { refreshSession, type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { runWithTemporaryOperators } from '../support/operators.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

const HOUR_MS = 3_600_000;

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));

beforeAll(() => addTestPickupCentre(api));

interface Bought {
  shopper: SignedUpApiShopper;
  groupId: string;
  trackingNumber: string;
  code: string;
}

async function buy(quantity: number, name = 'Ada Obi'): Promise<Bought> {
  const product = await addTestProduct(api, { title: 'Garri', minUnits: 10 });
  const shopper = await signUpShopper(api, { name });
  await adjustTestWallet(api, shopper.id, Math.max(20_000, quantity * 1_000));
  await payFromWalletThroughApi(api, shopper, product, quantity);
  const [row] = await api.db.query<Omit<Bought, 'shopper'>>(
    `SELECT i.group_id AS "groupId", o.tracking_no AS "trackingNumber", o.pickup_code AS code
     FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.user_id = $1`,
    [shopper.id],
  );
  return { shopper, ...(row as Omit<Bought, 'shopper'>) };
}

async function makeReady({ groupId }: Bought): Promise<void> {
  await api.db.transaction((tx) => moveGroupToSecured(tx, groupId));
  for (const [from, to] of [
    ['secured', 'processing'],
    ['processing', 'packaging'],
    ['packaging', 'ready_for_pickup'],
  ] as const) {
    await runOpsCommandInTest(api, 'batch', 'move', '--centre', 'LAG-IKJ', '--from', from, '--to', to);
  }
}

const balance = async (shopper: SignedUpApiShopper): Promise<number> =>
  (await api.call<Wallet>({ method: 'GET', url: '/api/wallet', token: shopper.token })).body.balance;

describe('at the pickup centre', () => {
  test('goods wait by surname, are handed out against the code once, and leave the list', async () => {
    const zainab = await buy(10, 'Zainab Abu');
    const ada = await buy(10, 'Ada Zubair');
    await makeReady(zainab);
    await makeReady(ada);
    const list = (): ReturnType<typeof runOpsCommandInTest<{ name: string }[]>> =>
      runOpsCommandInTest(api, 'pickup', 'list', '--centre', 'LAG-IKJ');
    expect((await list()).data.map((row) => row.name)).toEqual(['Zainab Abu', 'Ada Zubair']);
    expect(JSON.stringify((await list()).data)).not.toContain(ada.shopper.phone);

    const links = await runOpsCommandInTest<{ name: string; link: string }[]>(
      api,
      'pickup',
      'notify',
      '--centre',
      'LAG-IKJ',
    );
    expect(links.data[0]?.link).toMatch(
      new RegExp(`^https://wa.me/${zainab.shopper.phone.slice(1)}\\?text=Hello%20Zainab`),
    );

    const wrongCode = ada.code === '000000' ? '000001' : '000000';
    expect(
      (await runOpsCommandInTest(api, 'item', 'collect', ada.trackingNumber, '--code', wrongCode)).exitCode,
    ).toBe(1);
    const collect = () => runOpsCommandInTest(api, 'item', 'collect', ada.trackingNumber, '--code', ada.code);
    expect((await collect()).data).toMatchObject({ handedOut: [{ product: 'Garri', quantity: 10 }] });
    expect((await collect()).message).toMatch(/^Already handed out on .+ at \d\d:\d\d by system\.$/);
    expect((await list()).data.map((row) => row.name)).toEqual(['Zainab Abu']);
    const overdue = () =>
      runOpsCommandInTest<{ name: string }[]>(api, 'pickup', 'list', '--centre', 'LAG-IKJ', '--overdue');
    await api.clock.advance(71 * HOUR_MS);
    expect((await overdue()).data).toEqual([]);
    await api.clock.advance(2 * HOUR_MS);
    expect((await overdue()).data.map((row) => row.name)).toEqual(['Zainab Abu']);
    expect((await runOpsCommandInTest(api, 'pickup', 'list', '--centre', 'NOWHERE')).exitCode).toBe(1);
  });
});

test('what is not collected is reminded of after 24, 48 and 72 hours, once each', async () => {
  const bought = await buy(10);
  await makeReady(bought);
  const remind = async (): Promise<number[]> => {
    await createPickupRemindersJob(api.db).run({ isStopping: () => false });
    const rows = await api.db.query<{ hours: number }>(
      `SELECT (payload ->> 'hours')::int AS hours FROM outbox
       WHERE payload ->> 'fact' = 'pickup_reminder' AND payload ->> 'userId' = $1 ORDER BY id`,
      [bought.shopper.id],
    );
    return rows.map((row) => row.hours);
  };
  expect(await remind()).toEqual([]);
  await api.clock.advance(25 * HOUR_MS);
  expect([await remind(), await remind()]).toEqual([[24], [24]]);
  await api.clock.advance(24 * HOUR_MS);
  await remind();
  await api.clock.advance(24 * HOUR_MS);
  expect(await remind()).toEqual([24, 48, 72]);
  await api.clock.advance(24 * HOUR_MS);
  expect(await remind()).toEqual([24, 48, 72]);
  const overdue = await runOpsCommandInTest<{ trackingNumber: string }[]>(
    api,
    'pickup',
    'list',
    '--centre',
    'LAG-IKJ',
    '--overdue',
  );
  expect(overdue.data.map((row) => row.trackingNumber)).toContain(bought.trackingNumber);
});

describe('refunding a line', () => {
  const refund = (bought: Bought, ...words: string[]): ReturnType<typeof runOpsCommandInTest> =>
    runOpsCommandInTest(
      api,
      'item',
      'refund',
      bought.trackingNumber,
      '--line',
      '1',
      ...words,
      '--reason',
      'spoiled',
    );

  test('in a forming group, whole: the units are free again', async () => {
    const bought = await buy(4);
    expect((await refund(bought)).data).toMatchObject({ refunded: 4_000 });
    const { token } = bought.shopper;
    const wallet = await api.call<Wallet>({ method: 'GET', url: '/api/wallet', token });
    expect(wallet.body.balance).toBe(20_000);
    const { trackingNumber: orderTrackingNumber, groupId: groupBuyId } = bought;
    expect(wallet.body.transactions[0]?.metadata).toMatchObject({ orderTrackingNumber, groupBuyId });
    expect((await runOpsCommandInTest(api, 'group', 'show', bought.groupId)).data).toMatchObject({
      units: '0/10',
      participants: 0,
    });
    expect((await refund(bought)).data, 'the same again').toMatchObject({ refunded: 4_000 });
    expect((await refund(bought, '--key', 'another')).exitCode).toBe(1);
    await expectInvariants(api.db);
  });

  test('after securing, in part: from sales, and the line stays counted', async () => {
    const bought = await buy(10);
    await api.db.transaction((tx) => moveGroupToSecured(tx, bought.groupId));
    expect((await refund(bought, '--amount', '3000')).data).toMatchObject({ refunded: 3_000 });
    expect((await refund(bought, '--amount', '8000')).message).toBe('₦7,000 of this line can be refunded.');
    expect(await balance(bought.shopper)).toBe(13_000);
    expect((await runOpsCommandInTest(api, 'group', 'show', bought.groupId)).data).toMatchObject({
      units: '10/10',
    });
    await expectInvariants(api.db);
  });

  test('of a deleted account nothing goes into the wallet that nobody can open', async () => {
    const bought = await buy(10);
    await api.db.query('UPDATE users SET deleted_at = app_now(), email = NULL, phone = NULL WHERE id = $1', [
      bought.shopper.id,
    ]);
    expect((await refund(bought)).message).toBe(
      'The account was deleted: send it to the card with `refund card`.',
    );
    const [item] = await api.db.query(
      'SELECT refunded_kobo AS refunded FROM order_items WHERE user_id = $1',
      [bought.shopper.id],
    );
    expect(item).toEqual({ refunded: 0 });
  });

  test('of a line that does not exist nothing is paid back', async () => {
    const { trackingNumber } = await buy(4);
    const run = await runOpsCommandInTest(
      api,
      'item',
      'refund',
      trackingNumber,
      '--line',
      '2',
      '--reason',
      'spoiled',
    );
    expect(run).toMatchObject({ exitCode: 1, message: 'There is no such order line.' });
  });

  test('above ₦50,000 by two operators, and the log names both', async () => {
    const bought = await buy(60);
    await runWithTemporaryOperators(api, { femi: 'finance', bisi: 'finance' }, async (run) => {
      const refund = [
        'item',
        'refund',
        bought.trackingNumber,
        '--line',
        '1',
        '--reason',
        'r',
        '--as',
        'femi',
      ];
      expect((await run(...refund)).stderr).toContain('another operator must approve');
      expect((await run(...refund, '--amount', '50001')).exitCode).toBe(1);
      expect((await run(...refund, '--approved-by', 'bisi')).exitCode).toBe(0);
    });
    const { data } = await runOpsCommandInTest<{ action: string; after: object }[]>(api, 'audit');
    expect(data.find(({ action }) => action === 'item.refund')?.after).toMatchObject({ approvedBy: 'bisi' });
  });
});

test('five wrong pickup codes lock an order, also for the right one, until support unlocks it', async () => {
  const { trackingNumber, code, ...bought } = await buy(10);
  await makeReady({ trackingNumber, code, ...bought });
  const collect = (tried: string) =>
    runOpsCommandInTest(api, 'item', 'collect', trackingNumber, '--code', tried);
  const wrongCode = code === '000000' ? '000001' : '000000';
  const refusals = await Promise.all(Array.from({ length: 5 }, () => collect(wrongCode)));
  expect(refusals.map(({ message }) => message).sort()).toEqual(
    [0, 1, 2, 3, 4].map((left) => `Wrong code for this order. Tries left: ${left}.`),
  );
  expect((await collect(code)).message).toBe(
    'This order is locked after five wrong codes. Check who the shopper is, then unlock it on the order page (item unlock).',
  );
  const unlocked = await runOpsCommandInTest(
    api,
    'item',
    'unlock',
    trackingNumber,
    '--reason',
    'showed the passport',
  );
  expect(unlocked.exitCode).toBe(0);
  expect((await collect(code)).data).toMatchObject({ handedOut: [{ quantity: 10 }] });
  const { data } = await runOpsCommandInTest<{ action: string }[]>(
    api,
    'audit',
    '--target',
    `order:${trackingNumber}`,
  );
  expect(data.map(({ action }) => action)).toEqual([
    ...['item.collect', 'item.unlock'],
    ...Array<string>(5).fill('item.collect_refused'),
    // The moves that brought the goods to the counter.
    ...Array<string>(3).fill('batch.move'),
  ]);
  expect((await runOpsCommandInTest(api, 'item', 'unlock', 'GB-NOPE', '--reason', 'r')).message).toBe(
    'There is no such order.',
  );
});

test('a number that a stranger gave as theirs is freed for its owner, once and with a reason', async () => {
  const stranger = await signUpShopper(api);
  const { phone } = stranger;
  await expect(signUpShopper(api, { phone })).rejects.toThrow('phone number already exists');
  const free = () =>
    runOpsCommandInTest(api, 'user', 'free-phone', '--phone', phone, '--reason', 'owner came with the phone');
  expect((await runOpsCommandInTest(api, 'user', 'free-phone', '--phone', phone)).message).toBe(
    '--reason is required.',
  );
  expect((await free()).exitCode).toBe(0);
  expect((await free()).message).toBe('No shopper has this number.');
  await signUpShopper(api, { phone });
  const { data } = await runOpsCommandInTest<{ phone: string }>(
    api,
    'user',
    'show',
    '--email',
    stranger.email,
  );
  expect(data.phone).toMatch(/^\+2340\d{9}$/);
});

describe('recovery requests', () => {
  const ask = (shopper: SignedUpApiShopper): Promise<unknown> =>
    api.call({
      method: 'POST',
      url: '/api/auth/request-recovery-key-reset',
      body: { email: shopper.email, phone: shopper.phone, reason: 'lost it' },
    });
  const requestOf = async (shopper: SignedUpApiShopper): Promise<string> => {
    const { data } = await runOpsCommandInTest<{ id: string; email: string }[]>(api, 'recovery', 'list');
    return data.find((request) => request.email === shopper.email)?.id as string;
  };

  test('are approved with a key shown once that works, and end the lock', async () => {
    const shopper = await signUpShopper(api);
    await api.db.query(
      `INSERT INTO recovery_locks (email, locked_until) VALUES ($1, now() + interval '1 day')`,
      [shopper.email],
    );
    await ask(shopper);
    const run = await runOpsCommandInTest<{ temporaryKey: string; whatsapp: string }>(
      api,
      'recovery',
      'approve',
      await requestOf(shopper),
    );
    expect(run.data.temporaryKey).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    expect(run.data.whatsapp).toContain(`https://wa.me/${shopper.phone.slice(1)}?text=`);
    const applied = await api.call({
      method: 'POST',
      url: '/api/auth/use-temporary-recovery-key',
      body: { email: shopper.email, temporaryKey: run.data.temporaryKey, newRecoveryKey: 'a brand new key' },
    });
    expect(applied.status).toBe(200);
    const verified = await api.call({
      method: 'POST',
      url: '/api/auth/verify-recovery-key',
      body: { email: shopper.email, secretRecoveryKey: 'a brand new key' },
    });
    expect(verified.status).toBe(200);
    expect(
      (await runOpsCommandInTest(api, 'recovery', 'approve', (await requestOf(shopper)) ?? 'x')).exitCode,
    ).toBe(1);
  });

  test('that name another number come last, and are approved with a reason only', async () => {
    const [stranger, owner] = [await signUpShopper(api), await signUpShopper(api)];
    await ask({ ...stranger, phone: '+2348031234567' });
    await ask(owner);
    const listed = async () =>
      (await runOpsCommandInTest<{ phoneMatches: boolean }[]>(api, 'recovery', 'list')).data;
    const matches = (await listed()).map(({ phoneMatches }) => phoneMatches);
    expect(matches).toEqual(matches.toSorted().toReversed());
    const approve = async (...words: string[]) =>
      runOpsCommandInTest(api, 'recovery', 'approve', await requestOf(stranger), ...words);
    expect((await approve('--reason', 'sounds like her')).message).toContain('not the one of the account');
    expect((await approve('--despite-phone')).message).toBe('--reason is required.');
    expect((await approve('--despite-phone', '--reason', 'called the old number')).exitCode).toBe(0);
    await api.db.query(
      `INSERT INTO recovery_requests (email, phone, reason)
       SELECT ('a' || n || '@x.ng')::email_address, '+2348031234567', 'flood' FROM generate_series(1, 300) n`,
    );
    const all = await listed();
    expect([all.length, all[0]?.phoneMatches]).toEqual([200, true]);
    await api.db.query(`DELETE FROM recovery_requests WHERE reason = 'flood'`);
  });

  test('are turned down with a reason; a second key makes the first one void', async () => {
    const shopper = await signUpShopper(api);
    await ask(shopper);
    const request = await requestOf(shopper);
    expect((await runOpsCommandInTest(api, 'recovery', 'reject', request)).message).toBe(
      '--reason is required.',
    );
    expect(
      (await runOpsCommandInTest(api, 'recovery', 'reject', request, '--reason', 'another voice')).exitCode,
    ).toBe(0);
    expect((await runOpsCommandInTest(api, 'recovery', 'approve', request)).exitCode).toBe(1);
  });
});

test('a locked shopper is signed out and cannot sign in; unlocking lets them', async () => {
  const shopper = await signUpShopper(api);
  const login = async (): Promise<number> =>
    (
      await api.call({
        method: 'POST',
        url: '/api/auth/login',
        body: { email: shopper.email, password: shopper.password },
      })
    ).status;
  await runOpsCommandInTest(api, 'user', 'lock', '--email', shopper.email, '--reason', 'stolen phone');
  expect(await login()).toBe(400);
  expect(await refreshSession(api, shopper)).toBe(401);
  expect((await runOpsCommandInTest(api, 'user', 'show', '--email', shopper.email)).data).toMatchObject({
    sessions: 0,
    orders: 0,
  });
  await runOpsCommandInTest(api, 'user', 'unlock', '--email', shopper.email, '--reason', 'phone is back');
  expect(await login()).toBe(200);
  expect((await runOpsCommandInTest(api, 'user', 'export', '--email', shopper.email)).data).toMatchObject({
    profile: { id: shopper.id },
  });
});

test('a flagged referral counts once it is cleared, and the round that waited for it is paid', async () => {
  const referrer = await signUpShopper(api);
  const product = await addTestProduct(api);
  const friends: SignedUpApiShopper[] = [];
  for (let count = 0; count < 3; count += 1) {
    const friend = await signUpShopper(api, { referralCode: referrer.referralCode });
    await adjustTestWallet(api, friend.id, 2_000);
    await payFromWalletThroughApi(api, friend, product, 1, { variant: 'solo' });
    friends.push(friend);
  }
  const last = friends[2] as SignedUpApiShopper;
  await api.db.query(`UPDATE referrals SET flags = '{same_device}' WHERE referee_id = $1`, [last.id]);
  for (const friend of friends) await payReferralRewards(api.db, friend.id, 0);
  expect((await runOpsCommandInTest<unknown[]>(api, 'referral', 'list')).data).toMatchObject([
    { friend: last.email },
  ]);
  await runOpsCommandInTest(api, 'referral', 'clear', '--email', last.email, '--reason', 'a real sister');
  expect(await balance(referrer)).toBe(500);
  const left = `SELECT FROM outbox WHERE dedupe_key LIKE 'referral:judged:%' AND payload ->> 'userId' = $1`;
  expect(await api.db.query(left, [last.id]), 'also when the command dies before it pays').toHaveLength(1);
  await runOpsCommandInTest(api, 'referral', 'block', '--email', last.email, '--reason', 'not so real');
  expect(await balance(referrer)).toBe(500);
  expect(
    (await runOpsCommandInTest(api, 'referral', 'clear', '--email', referrer.email, '--reason', 'r'))
      .exitCode,
  ).toBe(1);
});

test('the claims become the figures of the shop when its operator asks', async () => {
  expect((await runOpsCommandInTest(api, 'claims', 'computed')).exitCode).toBe(0);
  const config = await api.call<{ data: { claims: { averageSavings: string } } }>({
    method: 'GET',
    url: '/api/config',
  });
  expect(config.body.data.claims.averageSavings).toMatch(/^\d+% average savings$/);
  expect((await runOpsCommandInTest(api, 'claims', 'loud')).exitCode).toBe(1);
});
