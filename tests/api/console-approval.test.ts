import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpsActionProposalsReply } from '#contract/schemas/ops/approvals.ts';
import { startTestApi } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

/** Acts that need two people at the console: one proposes, another agrees, and the act is done once. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '100' } }));
let femi: SignedInTestOperator;
let ngozi: SignedInTestOperator;
let bisi: SignedInTestOperator;
let email: string;
let userId: string;

beforeAll(async () => {
  femi = await signInTestOperator(api, 'femi', 'finance');
  ngozi = await signInTestOperator(api, 'ngozi', 'finance');
  bisi = await signInTestOperator(api, 'bisi', 'support');
});
beforeEach(async () => {
  ({ email, id: userId } = await signUpShopper(api));
});

interface Acted {
  data: { id?: number; message?: string; agreedBy?: string; balance?: number };
  proposal?: { id: number; expiresAt: string };
  code?: string;
  message?: string;
}
const give = (person: SignedInTestOperator, key: string, amount = 60_000, reason = 'a broken bag') =>
  person.call<Acted>('POST', '/api/ops/goodwill', { email, amount, reason }, { 'idempotency-key': key });
const agree = (person: SignedInTestOperator, id: number | undefined) =>
  person.call<Acted>('POST', `/api/ops/approvals/${id}/agree`);
const decline = (person: SignedInTestOperator, id: number | undefined, reason = 'too much') =>
  person.call<Acted>('POST', `/api/ops/approvals/${id}/decline`, { reason });
const list = async (person: SignedInTestOperator) =>
  (await person.call<OpsActionProposalsReply>('GET', '/api/ops/approvals')).body.data;
const rows = (action: string, target: string) =>
  api.db.query('SELECT actor, reason, ip, before, after FROM audit_log WHERE action = $1 AND target = $2', [
    action,
    target,
  ]);
const balance = async () =>
  (
    await api.db.query<{ naira: number }>(
      'SELECT (balance_kobo / 100)::int AS naira FROM wallets WHERE user_id = $1',
      [userId],
    )
  )[0]?.naira;
let keys = 0;
const newKey = () => `key-${++keys}`;
const propose = async (): Promise<number | undefined> => (await give(femi, newKey())).body.proposal?.id;

test('a large gift waits, says until when, and is one proposal under its key', async () => {
  const key = newKey();
  const asked = await give(femi, key);
  expect([asked.status, asked.body.data]).toEqual([202, {}]);
  const { id, expiresAt } = asked.body.proposal ?? { id: 0, expiresAt: '' };
  expect((Date.parse(expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(72, 1);
  expect((await give(femi, key)).body.proposal).toEqual(asked.body.proposal);
  expect(await give(femi, key, 70_000)).toMatchObject({ status: 409, body: { message: /another act/ } });
  expect(await balance()).toBe(0);
  expect(await rows('approval.propose', `proposal:${id}`)).toMatchObject([
    { actor: 'operator:femi', reason: 'a broken bag', ip: '127.0.0.1', after: { amountKobo: 6_000_000 } },
  ]);
  const shown = { id, command: 'wallet goodwill', amountNaira: 60_000, by: 'femi', reason: 'a broken bag' };
  expect(await list(ngozi)).toMatchObject([{ ...shown, options: { email, amount: '60000' }, isMine: false }]);
  expect(await list(femi)).toMatchObject([{ ...shown, isMine: true, from: '127.0.0.1' }]);
  expect(await list(bisi), 'no matter of hers').toEqual([]);
  const today = await ngozi.call<{ data: { waiting: object[] } }>('GET', '/api/ops/today');
  expect(today.body.data.waiting).toMatchObject([{ what: 'Actions waiting for approval', count: 1 }]);
  await decline(ngozi, id);
});

test('who has to agree reads the shopper and all that it moves, and what has changed meanwhile', async () => {
  const id = await propose();
  const shown = async () => (await list(ngozi)).find((one) => one.id === id);
  const { name } = (
    await api.db.query<{ name: string }>('SELECT name FROM users WHERE id = $1', [userId])
  )[0] ?? {
    name: '',
  };
  const says = [
    `₦60,000 of the shop's money goes into the wallet of ${name}.`,
    'The wallet goes from ₦0 to ₦60,000.',
    `${name} is notified: "Wallet credited ₦60,000 - Goodwill".`,
  ];
  expect(await shown()).toMatchObject({ about: { userId, shopper: name }, says, saysNow: null });
  await adjustTestWallet(api, userId, 500);
  expect(await shown()).toMatchObject({
    says,
    saysNow: [says[0], 'The wallet goes from ₦500 to ₦60,500.', says[2]],
  });
  await api.db.query(`UPDATE users SET email = 'gone-' || email WHERE id = $1`, [userId]);
  expect(await shown()).toMatchObject({
    says,
    saysNow: ['Not possible now: No shopper has this email.'],
  });
  await api.db.query(`UPDATE users SET email = substr(email, 6) WHERE id = $1`, [userId]);
  await decline(ngozi, id);
});

test('a second person agrees, it is done once as the act of the first, and both stand in its row', async () => {
  const key = newKey();
  const id = (await give(femi, key)).body.proposal?.id;
  const both = await Promise.all([agree(ngozi, id), agree(ngozi, id)]);
  for (const { status, body } of both) {
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id,
      agreedBy: 'ngozi',
      message: '₦60,000 given. The balance is ₦60,000.',
    });
  }
  expect((await agree(ngozi, id)).body).toEqual(both[0]?.body);
  expect(await balance()).toBe(60_000);
  expect(await rows('wallet.goodwill', `user:${userId}`)).toMatchObject([
    { actor: 'operator:femi', reason: 'a broken bag', after: { approvedBy: 'ngozi', amountNaira: 60_000 } },
  ]);
  expect(await rows('approval.agree', `proposal:${id}`)).toMatchObject([
    { actor: 'operator:ngozi', ip: '127.0.0.1', after: { agreedBy: 'ngozi' } },
  ]);
  expect(await rows('approval.agree_answered', `proposal:${id}`)).toMatchObject([
    { after: { status: 'done' } },
  ]);
  // The proposer lost the answer and sends the same key again.
  expect((await give(femi, key)).body.data).toMatchObject({ amount: 60_000, balance: 60_000 });
  expect(await list(femi)).toContainEqual(
    expect.objectContaining({ id, status: 'done', decidedBy: 'ngozi' }),
  );
  expect(await list(ngozi), 'who has agreed reads what came of it').toContainEqual(
    expect.objectContaining({
      id,
      status: 'done',
      isMine: false,
      message: '₦60,000 given. The balance is ₦60,000.',
    }),
  );
  expect(await decline(ngozi, id)).toMatchObject({ status: 409, body: { message: /ngozi has agreed/ } });
});

test('nobody agrees with themselves, nor who may not do it; both are told so', async () => {
  const id = await propose();
  expect(await agree(femi, id)).toMatchObject({
    status: 409,
    body: { code: 'act_refused', message: 'Another operator must approve, not femi again.' },
  });
  for (const answer of [await agree(bisi, id), await decline(bisi, id)])
    expect(answer).toMatchObject({
      status: 403,
      body: { message: 'bisi has the role support, which does not allow wallet goodwill.' },
    });
  expect(await agree(ngozi, 999_999)).toMatchObject({ status: 409, body: { message: /no such proposal/ } });
  expect(await balance()).toBe(0);
  expect(await agree(ngozi, id)).toMatchObject({ status: 200 });
});

test('what is declined, or taken back, is not done, and who asked is told why', async () => {
  const key = newKey();
  const id = (await give(femi, key)).body.proposal?.id;
  expect(await decline(ngozi, id)).toMatchObject({ status: 200, body: { data: { status: 'declined' } } });
  const told = 'ngozi declined it: too much';
  expect((await agree(ngozi, id)).body.message).toBe(told);
  expect((await give(femi, key)).body.message).toBe(told);
  expect(await rows('approval.decline', `proposal:${id}`)).toMatchObject([
    { actor: 'operator:ngozi', reason: 'too much', after: { status: 'declined' } },
  ]);
  const own = await propose();
  expect(await decline(femi, own, 'a mistake')).toMatchObject({ status: 200 });
  expect((await agree(ngozi, own)).body.message).toBe('femi declined it: a mistake');
  expect(await balance()).toBe(0);
});

test('nobody agrees after 72 hours', async () => {
  const id = await propose();
  await api.clock.advance(73 * 3_600_000);
  expect((await agree(ngozi, id)).body.message).toMatch(/^It has expired/);
  expect((await list(ngozi)).filter((one) => one.id === id)).toEqual([]);
  expect(await list(femi)).toContainEqual(expect.objectContaining({ id, status: 'expired' }));
  expect(await balance()).toBe(0);
});

test('what became impossible is told in the words of the command and is closed', async () => {
  const id = await propose();
  await api.db.query(`UPDATE users SET email = 'other-' || email WHERE id = $1`, [userId]);
  expect(await agree(ngozi, id)).toMatchObject({
    status: 409,
    body: { message: 'No shopper has this email.' },
  });
  await api.db.query(`UPDATE users SET email = substr(email, 7) WHERE id = $1`, [userId]);
  expect((await agree(ngozi, id)).body.message).toBe(
    'ngozi approved it, but it could not be done: No shopper has this email.',
  );
  expect(await balance()).toBe(0);
});

test('who died in between is finished by whoever agrees next, in the first name', async () => {
  const chidi = await signInTestOperator(api, 'chidi', 'owner');
  const id = await propose();
  await api.db.query(`UPDATE operator_proposals SET decided_by = 'chidi' WHERE id = $1`, [id]);
  expect((await decline(ngozi, id)).body.message).toBe('chidi has already approved this.');
  expect((await agree(ngozi, id)).body.data).toMatchObject({ agreedBy: 'chidi' });
  expect(await balance()).toBe(60_000);
  expect((await agree(chidi, id)).status).toBe(200);
  expect(await balance()).toBe(60_000);
});

test('who is no operator any more proposes nothing any more, and agrees to nothing', async () => {
  const [id, second] = [await propose(), await propose()];
  await api.db.query(`UPDATE operators SET removed_at = now() WHERE name = 'ngozi'`);
  expect((await agree(ngozi, second)).status).toBe(401);
  await api.db.query(`UPDATE operators SET removed_at = NULL WHERE name = 'ngozi'`);
  await api.db.query(`UPDATE operators SET role = 'support' WHERE name = 'femi'`);
  expect((await agree(ngozi, second)).body.message).toBe(
    'femi has the role support, which does not allow wallet goodwill.',
  );
  await api.db.query(`UPDATE operators SET removed_at = now() WHERE name = 'femi'`);
  expect((await agree(ngozi, id)).body.message).toBe('There is no operator "femi" any more.');
  expect(await balance()).toBe(0);
});
