import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import { createDataRetentionJob } from '../../server/jobs/retention-job.ts';
import { startTestApi } from '../support/api.ts';
import { requestAndApproveRecovery } from '../support/api-recovery.ts';
import { parseSetCookies, type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

/** A stranger who knows an e-mail address attacks its account. Each call comes from another address unless stated. */

const api = openFixtureForFile(() => startTestApi({ env: { TRUST_PROXY: '127.0.0.1' } }));

const anyAddress = () => `102.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
const cookieOf = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

function post(url: string, body: object, cookies: Record<string, string> = {}, address = anyAddress()) {
  return api.call<ApiErrorBody & { resetToken?: string }>({
    method: 'POST',
    url: `/api/auth/${url}`,
    body,
    headers: { cookie: cookieOf(cookies), 'x-forwarded-for': address },
  });
}
const login = ({ email, password }: { email: string; password: string }, cookies = {}) =>
  post('login', { email, password }, cookies);
const verify = (email: string, secretRecoveryKey: string, cookies = {}) =>
  post('verify-recovery-key', { email, secretRecoveryKey }, cookies);
const ask = (email: string, phone: string, reason = 'I lost my key') =>
  post('request-recovery-key-reset', { email, phone, reason });
const strangersPhone = () => `+234${randomInt(7_000_000_000, 9_999_999_999)}`;

async function times<Answer>(count: number, call: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let done = 0; done < count; done += 1) answers.push(await call());
  return answers;
}
const openRequests = ({ id }: SignedUpApiShopper) =>
  api.db.query(
    `SELECT phone, reason, phone_matches AS "phoneMatches" FROM recovery_requests
     WHERE user_id = $1 AND status = 'open'`,
    [id],
  );

describe('a stranger who knows the e-mail', () => {
  test('uses up the tries of strangers, not those of a phone that has signed in before', async () => {
    const owner = await signUpShopper(api);
    await times(11, () => login({ ...owner, password: 'a wrong one' }));
    expect((await login(owner)).status, 'the right password from a new phone').toBe(429);
    expect((await login(owner, owner.cookies)).status).toBe(200);
  });

  test('gets no tries of its own from a made-up cookie, nor from one of another account', async () => {
    const [owner, stranger] = [await signUpShopper(api), await signUpShopper(api)];
    await times(11, () => login({ ...owner, password: 'a wrong one' }));
    const forged = { device: `${'a'.repeat(22)}.${'b'.repeat(43)}` };
    expect((await login(owner, forged)).status).toBe(429);
    expect((await login(owner, stranger.cookies)).status).toBe(429);
  });

  test('locks the recovery key for strangers, not for a phone that the account knows', async () => {
    const owner = await signUpShopper(api);
    for (let round = 0; round < 2; round += 1) {
      await times(5, () => verify(owner.email, 'wrong wrong'));
      await api.db.query(`DELETE FROM rate_limits WHERE bucket LIKE 'verify\\_key:%'`);
    }
    expect((await verify(owner.email, owner.recoveryKey)).body.code).toBe('recovery_locked');
    expect((await verify(owner.email, owner.recoveryKey, owner.cookies)).status).toBe(200);
  });

  test("does not take the place of the owner's request, whatever number it names and however often", async () => {
    const owner = await signUpShopper(api);
    const answers = await times(12, () => ask(owner.email, strangersPhone(), 'call me'));
    expect(await openRequests(owner)).toMatchObject([{ reason: 'call me', phoneMatches: false }]);
    const own = await ask(owner.email, owner.phone);
    expect(new Set([...answers, own].map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1);
    const kept = [{ phone: owner.phone, reason: 'I lost my key', phoneMatches: true }];
    expect(await openRequests(owner)).toEqual(kept);
    await ask(owner.email, strangersPhone(), 'call me');
    expect(await openRequests(owner), 'a later one of a stranger').toEqual(kept);
  });

  test('neither uses up nor voids the temporary key of the owner, whose phone is known from then on', async () => {
    const owner = await signUpShopper(api);
    const temporaryKey = await requestAndApproveRecovery(api, owner);
    const apply = (key: string, address?: string) =>
      post(
        'use-temporary-recovery-key',
        { email: owner.email, temporaryKey: key, newRecoveryKey: 'a newer key' },
        {},
        address,
      );
    const statuses = (await times(6, () => apply('WR0NGWR0NG00', '102.0.0.1'))).map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 400, 400, 429, 429]);
    await times(6, () => apply('WR0NGWR0NG00'));
    await times(6, () => verify(owner.email, 'wrong wrong'));
    await times(11, () => login({ ...owner, password: 'a wrong one' }));
    const used = await apply(temporaryKey);
    expect(used.status).toBe(200);
    const phone = parseSetCookies(used.headers['set-cookie']);
    const { body } = await verify(owner.email, 'a newer key', phone);
    expect((await post('reset-password', { ...body, newPassword: 'a newer one' }, phone)).status).toBe(200);
    expect((await login({ ...owner, password: 'a newer one' }, phone)).status).toBe(200);
  });
});

test('a phone that the account knows has ten tries too, and ten of the recovery key in a day', async () => {
  const owner = await signUpShopper(api);
  const logins = await times(11, () => login({ ...owner, password: 'a wrong one' }, owner.cookies));
  expect(logins.map(({ status }) => status)).toEqual([...Array<number>(10).fill(400), 429]);
  const keys: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const tried = await times(5, () => verify(owner.email, 'wrong wrong', owner.cookies));
    keys.push(...tried.map(({ status }) => status));
    await api.db.query(`DELETE FROM rate_limits WHERE bucket LIKE 'verify\\_key\\_device:%'`);
  }
  expect(keys).toEqual([...Array<number>(10).fill(400), ...Array<number>(5).fill(429)]);
});

test('a phone that a family shares knows each of its four newest accounts', async () => {
  const family: SignedUpApiShopper[] = [];
  let cookies: Record<string, string> = {};
  for (let member = 0; member < 5; member += 1) {
    const shopper = await signUpShopper(api, {}, { headers: { cookie: cookieOf(cookies) } });
    family.push(shopper);
    cookies = shopper.cookies;
  }
  for (const { email } of family) await times(11, () => login({ email, password: 'a wrong one' }));
  const statuses: number[] = [];
  for (const shopper of family) statuses.push((await login(shopper, cookies)).status);
  expect(statuses).toEqual([429, 200, 200, 200, 200]);
});

test('the operator lets a shopper try again from every phone', async () => {
  const owner = await signUpShopper(api);
  const other = await signUpShopper(api);
  for (const { email, password } of [owner, other]) {
    await times(11, () => login({ email, password: `not ${password}` }));
    await times(6, () => verify(email, 'wrong wrong'));
    await times(4, () => ask(email, owner.phone));
  }
  await times(11, () => login({ ...owner, password: 'a wrong one' }, owner.cookies));
  expect(
    (await runOpsCommandInTest(api, 'user', 'unlock', '--email', owner.email, '--reason', 'called us')).ok,
  ).toBe(true);
  const tries = ({ email, recoveryKey }: SignedUpApiShopper) =>
    Promise.all([verify(email, recoveryKey), ask(email, owner.phone)]);
  expect((await tries(owner)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await tries(other)).map(({ status }) => status)).toEqual([429, 429]);
  expect((await login(owner, owner.cookies)).status).toBe(200);
  expect((await login(owner)).status).toBe(200);
  expect((await login(other)).status).toBe(429);
});

test('locks of the recovery key are forgotten: one for 30 quiet days, the row after 90', async () => {
  const { email } = await signUpShopper(api);
  const lockAgain = async (locks: number, quietDays: number) => {
    await api.db.query(
      `INSERT INTO recovery_locks (email, misses, locks, locked_until)
       VALUES ($1, 9, $2, now() - make_interval(days => $3))
       ON CONFLICT (email) DO UPDATE SET misses = 9, locks = $2, locked_until = excluded.locked_until`,
      [email, locks, quietDays],
    );
    await api.db.query(`DELETE FROM rate_limits WHERE bucket LIKE 'verify\\_key:%'`);
    await verify(email, 'wrong wrong');
    const [row] = await api.db.query(
      `SELECT locks, round(extract(epoch FROM locked_until - now()) / 3600)::int AS hours
       FROM recovery_locks WHERE email = $1::text::email_address`,
      [email],
    );
    return row;
  };
  expect(await lockAgain(2, 1)).toEqual({ locks: 3, hours: 96 });
  expect(await lockAgain(2, 31)).toEqual({ locks: 2, hours: 48 });
  expect(await lockAgain(2, 89)).toEqual({ locks: 1, hours: 24 });
  const sweepAndCount = async () => {
    await createDataRetentionJob(api.db).run({ isStopping: () => false });
    return (await api.db.query('SELECT 1 FROM recovery_locks')).length;
  };
  const before = await sweepAndCount();
  await api.db.query(`UPDATE recovery_locks SET locked_until = now() - interval '91 days' WHERE email = $1`, [
    email,
  ]);
  expect(await sweepAndCount()).toBe(before - 1);
});
