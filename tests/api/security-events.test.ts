import { expect, test } from 'vitest';
import { createDataRetentionJob } from '../../server/jobs/retention-job.ts';
import { startTestApi } from '../support/api.ts';
import { createSameOriginHeaders, parseSetCookies, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

const api = openFixtureForFile(() =>
  startTestApi({ env: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '1000' } }),
);

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  api.call<{ resetToken?: string }>({ method: 'POST', url: `/api/auth/${url}`, body, headers });
const eventsOf = (userId: string | null) =>
  api.db.query<{ event: string; times: number }>(
    `SELECT event, times FROM security_events WHERE user_id IS NOT DISTINCT FROM $1
     ORDER BY first_at, event`,
    [userId],
  );

test('what happens to the safety of an account can be asked for afterwards, with what operators did', async () => {
  const { id, email, password, recoveryKey, token, cookies } = await signUpShopper(api);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  await post('login', { email, password: 'wrong one' }, from('102.89.0.1'));
  await post('login', { email, password: 'wrong too' }, from('102.89.0.1'));
  await post('login', { email, password }, from('102.89.0.2'));
  await post('verify-recovery-key', { email, secretRecoveryKey: 'wrong wrong' });
  const { body } = await post('verify-recovery-key', { email, secretRecoveryKey: recoveryKey });
  await api.call({ method: 'GET', url: '/api/account/export', token });
  await post('logout', {}, createSameOriginHeaders(api, cookies));
  await post('reset-password', { ...body, newPassword: 'brand new one' });
  await post('request-recovery-key-reset', { email, phone: '+2348031234567', reason: 'lost' });
  await post('use-temporary-recovery-key', { email, temporaryKey: 'ABCD', newRecoveryKey: 'long enough' });
  await runOpsCommandInTest(api, 'user', 'lock', '--email', email, '--reason', 'stolen phone');
  const { data } = await runOpsCommandInTest<{ event: string; times: number; from: string; by: string }[]>(
    ...([api, 'user', 'events', '--email', email] as const),
  );
  expect(data.map(({ event, times }) => [event, times]).toReversed()).toEqual([
    ['signed_up', 1],
    ['sign_in_failed', 2],
    ['signed_in', 1],
    ['recovery_key_failed', 1],
    ['recovery_key_verified', 1],
    ['account_exported', 1],
    ['signed_out', 1],
    ['password_changed', 1],
    ['key_reset_requested', 1],
    ['temporary_key_failed', 1],
    ['user.lock', 1],
  ]);
  const addressOf = (event: string) => data.find((line) => line.event === event)?.from;
  expect(addressOf('sign_in_failed')).toMatch(/^[\w-]{16}$/);
  expect(addressOf('sign_in_failed')).not.toBe(addressOf('signed_in'));
  expect(data[0]?.by).toBe('system');
  const [asked] = await api.db.query(`SELECT target FROM audit_log WHERE action = 'user.events'`);
  await runOpsCommandInTest(api, 'user', 'show', '--email', email);
  await runOpsCommandInTest(api, 'recovery', 'list');
  const looked = await api.db.query(
    `SELECT action, target FROM audit_log WHERE action IN ('user.show', 'recovery.list') ORDER BY id`,
  );
  expect(looked).toEqual([
    { action: 'user.show', target: `user:${id}` },
    { action: 'recovery.list', target: 'recovery:open' },
  ]);
  expect(asked, 'who asked is known too').toEqual({ target: `user:${id}` });
});

test('what was tried at no account, or not from our page, is counted under nobody', async () => {
  await api.db.query('DELETE FROM security_events');
  const { cookies, id } = await signUpShopper(api);
  for (let index = 0; index < 3; index += 1) {
    await post('login', { email: `nobody${index}@example.com`, password: 'wrong one' });
  }
  await post('refresh', {}, { ...createSameOriginHeaders(api, cookies), origin: 'https://evil.example' });
  expect(await eventsOf(null)).toEqual([
    { event: 'sign_in_failed', times: 3 },
    { event: 'origin_refused', times: 1 },
  ]);
  expect(await eventsOf(id)).toEqual([{ event: 'signed_up', times: 1 }]);
});

test('a refresh token that was copied is an event of its owner', async () => {
  const { id, cookies } = await signUpShopper(api);
  const refresh = (values: Record<string, string>) =>
    post('refresh', {}, createSameOriginHeaders(api, values));
  const second = parseSetCookies((await refresh(cookies)).headers['set-cookie']);
  await refresh(parseSetCookies((await refresh(second)).headers['set-cookie']));
  expect((await refresh(cookies)).status).toBe(401);
  expect(await eventsOf(id)).toContainEqual({ event: 'refresh_token_copied', times: 1 });
});

test('events go after 90 days', async () => {
  const { id } = await signUpShopper(api);
  const age = (days: number) =>
    api.db.query('UPDATE security_events SET hour = now() - make_interval(days => $2) WHERE user_id = $1', [
      id,
      days,
    ]);
  await age(89);
  await createDataRetentionJob(api.db).run({ isStopping: () => false });
  expect(await eventsOf(id)).toHaveLength(1);
  await age(91);
  await createDataRetentionJob(api.db).run({ isStopping: () => false });
  expect(await eventsOf(id)).toEqual([]);
});
