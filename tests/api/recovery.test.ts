import { describe, expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { createPasswordHasher } from '../../server/features/auth/password-hashing.ts';
import { insertRecoveryRequest } from '../../server/features/auth/recovery/recovery-repository.ts';
import { createDataRetentionJob } from '../../server/jobs/retention-job.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import { refreshSession, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));

const post = <Reply = ApiErrorBody>(url: string, body: object): Promise<TestApiResponse<Reply>> =>
  api.call<Reply>({ method: 'POST', url: `/api/auth/${url}`, body });
const message = async (answer: Promise<TestApiResponse<{ message: string }>>): Promise<[number, string]> => {
  const { status, body } = await answer;
  return [status, body.message];
};

const NOT_THE_SAME = 'Please choose a recovery key that is not your password';

async function giveTemporaryKey(userId: string, key: string): Promise<void> {
  await api.db.query(`INSERT INTO temp_keys (user_id, hash, issued_by) VALUES ($1, $2, 'test')`, [
    userId,
    await createPasswordHasher().hash(key),
  ]);
}

describe('a forgotten password', () => {
  test('is set anew with the recovery key; every session ends, and a repeated request succeeds too', async () => {
    const shopper = await signUpShopper(api);
    const verified = await post<{ resetToken: string }>('verify-recovery-key', {
      email: shopper.email.toUpperCase(),
      secretRecoveryKey: ` ${shopper.recoveryKey} `,
    });
    expect(verified.status).toBe(200);
    const body = { resetToken: verified.body.resetToken, newPassword: '6 sign' };
    const answers = await Promise.all([post('reset-password', body), post('reset-password', body)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect((await post('login', { email: shopper.email, password: '6 sign' })).status).toBe(200);
    expect((await post('login', { email: shopper.email, password: shopper.password })).status).toBe(400);
    expect(await refreshSession(api, shopper)).toBe(401);
  });

  test('whose answer was lost succeeds again, as long as the token lives, and changes nothing more', async () => {
    const { id, email, recoveryKey } = await signUpShopper(api);
    const { body } = await post<{ resetToken: string }>('verify-recovery-key', {
      email,
      secretRecoveryKey: recoveryKey,
    });
    const reset = (newPassword: string) => post('reset-password', { ...body, newPassword });
    const expired = 'This reset link has expired. Please verify your recovery key again.';
    const [first, again] = [await reset('6 sign'), await reset('6 sign')];
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await message(reset('another one'))).toEqual([400, expired]);
    const login = await post('login', { email, password: '6 sign' });
    expect(login.status).toBe(200);
    expect((await reset('6 sign')).status).toBe(200);
    const [told] = await api.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM sessions WHERE user_id = $1 AND revoked_at IS NULL',
      [id],
    );
    expect(told?.count, 'the session begun since still stands').toBe(1);
    await api.db.query('UPDATE reset_tokens SET expires_at = now() WHERE user_id = $1', [id]);
    expect(await message(reset('6 sign'))).toEqual([400, expired]);
  });

  test('is not set to the recovery key, and the token is still good for another one', async () => {
    const { email, recoveryKey } = await signUpShopper(api);
    const { body } = await post<{ resetToken: string }>('verify-recovery-key', {
      email,
      secretRecoveryKey: recoveryKey,
    });
    const reset = (newPassword: string) => post('reset-password', { ...body, newPassword });
    const refused = await reset(` ${recoveryKey} `);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'newPassword', message: NOT_THE_SAME }],
    ]);
    expect((await reset('6 sign')).status).toBe(200);
  });

  test('a spent token is worth twenty guesses at most', async () => {
    const { email, recoveryKey } = await signUpShopper(api);
    const { body } = await post<{ resetToken: string }>('verify-recovery-key', {
      email,
      secretRecoveryKey: recoveryKey,
    });
    const reset = (newPassword: string) => post('reset-password', { ...body, newPassword });
    await reset('6 sign');
    for (let guess = 0; guess < 20; guess += 1) expect((await reset(`guess ${guess}`)).status).toBe(400);
    expect((await reset('6 sign')).status).toBe(400);
  });

  test('an unknown email and a wrong key are one answer', async () => {
    const shopper = await signUpShopper(api);
    const wrong = await post('verify-recovery-key', {
      email: shopper.email,
      secretRecoveryKey: 'wrong wrong',
    });
    const unknown = await post('verify-recovery-key', {
      email: 'no@example.com',
      secretRecoveryKey: 'wrong wrong',
    });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Invalid email or recovery key']);
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });

  test.each([
    ['known', true],
    ['unknown', false],
  ])('ten misses lock the key of a %s email for a day, then for two', async (_name, isKnown) => {
    const shopper = isKnown
      ? await signUpShopper(api)
      : { email: 'locked@example.com', recoveryKey: 'right one' };
    const attempt = (secretRecoveryKey: string): Promise<[number, string]> =>
      message(post('verify-recovery-key', { email: shopper.email, secretRecoveryKey }));
    for (let miss = 0; miss < 10; miss += 1) await attempt('wrong wrong');
    const locked = [400, 'Too many attempts. Please request a recovery key reset.'];
    expect(await attempt(shopper.recoveryKey)).toEqual(locked);
    const lock = async (): Promise<{ hours: number; locks: number } | undefined> => {
      const [row] = await api.db.query<{ hours: number; locks: number }>(
        `SELECT round(extract(epoch FROM locked_until - now()) / 3600)::int AS hours, locks
         FROM recovery_locks WHERE email = $1::text::email_address`,
        [shopper.email],
      );
      return row;
    };
    expect(await lock()).toEqual({ hours: 24, locks: 1 });
    await api.db.query(
      'UPDATE recovery_locks SET locked_until = now() WHERE email = $1::text::email_address',
      [shopper.email],
    );
    for (let miss = 0; miss < 10; miss += 1) await attempt('wrong wrong');
    expect(await lock()).toEqual({ hours: 48, locks: 2 });
  });

  test('a second reset that was begun ends with the first', async () => {
    const { email, recoveryKey } = await signUpShopper(api);
    const verify = async (): Promise<string> =>
      (await post<{ resetToken: string }>('verify-recovery-key', { email, secretRecoveryKey: recoveryKey }))
        .body.resetToken;
    const [one, other] = [await verify(), await verify()];
    expect((await post('reset-password', { resetToken: one, newPassword: '6 sign' })).status).toBe(200);
    expect((await post('reset-password', { resetToken: other, newPassword: 'not me' })).status).toBe(400);
  });

  test.each([
    [
      'request-recovery-key-reset',
      { email: 'a@example.com', phone: '+2348031234567', reason: 'I lost my key' },
    ],
    [
      'use-temporary-recovery-key',
      { email: 'a@example.com', temporaryKey: 'ABCD', newRecoveryKey: 'long enough' },
    ],
    ['verify-recovery-key', { email: 'a@example.com', secretRecoveryKey: 'long enough' }],
  ])('%s needs every one of its fields', async (url, whole) => {
    for (const missing of Object.keys(whole)) {
      const answer = message(post(url, { ...whole, [missing]: ' ' }));
      expect(await answer, missing).toEqual([400, 'Please fill in all fields']);
    }
  });

  test.each([
    [
      'reset-password',
      { resetToken: 'x', newPassword: 'short' },
      'Password must be at least 6 characters long',
    ],
    [
      'reset-password',
      { resetToken: 'made up', newPassword: 'long enough' },
      'This reset link has expired. Please verify your recovery key again.',
    ],
    [
      'request-recovery-key-reset',
      { email: 'a@example.com', phone: '08031234567', reason: 'lost' },
      'Please enter a valid Nigerian phone number starting with +234 followed by 10 digits',
    ],
    [
      'use-temporary-recovery-key',
      { email: 'a@example.com', temporaryKey: 'ABCD', newRecoveryKey: 'short' },
      'New recovery key must be at least 8 characters long',
    ],
    [
      'use-temporary-recovery-key',
      { email: 'a@example.com', temporaryKey: 'ABCD', newRecoveryKey: 'long enough' },
      'Invalid or expired temporary key',
    ],
  ])('%s refuses %j', async (url, body, expected) => {
    expect(await message(post(url, body))).toEqual([400, expected]);
  });
});

test.each([
  ['reset-password', 'newPassword', 200, 'Password must be at most 200 characters long'],
  ['request-recovery-key-reset', 'reason', 1_000, 'Reason must be at most 1000 characters long'],
  [
    'use-temporary-recovery-key',
    'newRecoveryKey',
    200,
    'New recovery key must be at most 200 characters long',
  ],
])('%s takes a %s of %i characters and no more', async (url, field, most, refusal) => {
  const body = { resetToken: 'x', email: 'a@example.com', temporaryKey: 'ABCD', phone: '+2348031234567' };
  const answer = (length: number) => message(post(url, { ...body, [field]: 'a'.repeat(length) }));
  expect((await answer(most))[1]).not.toContain('at most');
  expect(await answer(most + 1)).toEqual([400, refusal]);
});

test('asking for a reset answers the same for everybody and keeps one open request an account', async () => {
  const shopper = await signUpShopper(api);
  const ask = (email: string): Promise<TestApiResponse<ApiErrorBody>> =>
    post('request-recovery-key-reset', { email, phone: shopper.phone, reason: 'I lost my key' });
  const [known, again, unknown] = [
    await ask(shopper.email),
    await ask(shopper.email),
    await ask('x@example.com'),
  ];
  expect(known.status).toBe(200);
  expect([again.body, unknown.body]).toEqual([known.body, known.body]);
  const open = await api.db.query(
    `SELECT phone_matches AS "phoneMatches" FROM recovery_requests WHERE user_id = $1 AND status = 'open'`,
    [shopper.id],
  );
  expect(open).toEqual([{ phoneMatches: true }]);
});

test('asking takes as long for an unknown e-mail as for a known one, however many strangers have asked', async () => {
  const shopper = await signUpShopper(api);
  await api.db.query(
    `INSERT INTO recovery_requests (email, phone, reason)
     SELECT 'stranger' || n || '@example.com', '+2348000000000', 'x' FROM generate_series(1, 2000) n`,
  );
  await api.db.query('ANALYZE recovery_requests');
  const rowsRead = async () => {
    const [table] = await api.db.query<{ rows: number }>(
      `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows
       FROM pg_stat_user_tables WHERE relname = 'recovery_requests'`,
    );
    return table?.rows ?? 0;
  };
  const readBy = async (email: string, userId: string | null) => {
    const before = await rowsRead();
    const db = connectDatabase({ connectionString: api.connectionString, maxConnections: 1 });
    await insertRecoveryRequest(db, { userId, email, phone: shopper.phone, reason: 'x', phoneMatches: true });
    await db.query('SELECT pg_stat_force_next_flush()');
    await db.close();
    return (await rowsRead()) - before;
  };
  expect(await readBy(shopper.email, shopper.id)).toBeLessThan(3);
  expect(await readBy('nobody-at-all@example.com', null)).toBeLessThan(3);
});

test('a request of nobody goes after 7 days', async () => {
  await api.db.query(
    `INSERT INTO recovery_requests (email, phone, reason, status, created_at) VALUES
       ('old@example.com', '+2348000000000', 'x', 'open', app_now() - interval '8 days'),
       ('answered@example.com', '+2348000000000', 'x', 'rejected', app_now() - interval '8 days'),
       ('young@example.com', '+2348000000000', 'x', 'open', app_now() - interval '6 days')`,
  );
  await createDataRetentionJob(api.db).run({ isStopping: () => false });
  const left = await api.db.query(
    `SELECT email::text FROM recovery_requests WHERE email IN ('old@example.com', 'answered@example.com', 'young@example.com')`,
  );
  expect(left).toEqual([{ email: 'young@example.com' }]);
});

test('a request that nobody answers expires after 7 days, makes room for a new one, and goes after 90', async () => {
  const shopper = await signUpShopper(api);
  const sweep = () => createDataRetentionJob(api.db).run({ isStopping: () => false });
  const ask = () =>
    post('request-recovery-key-reset', {
      email: shopper.email,
      phone: shopper.phone,
      reason: 'I lost my key',
    });
  const age = (days: number) =>
    api.db.query(
      'UPDATE recovery_requests SET created_at = app_now() - make_interval(days => $2) WHERE user_id = $1',
      [shopper.id, days],
    );
  const statuses = async () =>
    (
      await api.db.query<{ status: string }>(
        'SELECT status FROM recovery_requests WHERE user_id = $1 ORDER BY status',
        [shopper.id],
      )
    ).map((row) => row.status);
  await ask();
  await age(6);
  await sweep();
  expect(await statuses()).toEqual(['open']);
  await age(8);
  await sweep();
  expect(await statuses()).toEqual(['expired']);
  await ask();
  expect(await statuses()).toEqual(['expired', 'open']);
  await age(91);
  await sweep();
  expect(await statuses()).toEqual([]);
});

test('a request that was answered goes 90 days later, but not before the key given out for it', async () => {
  const shopper = await signUpShopper(api);
  const [request] = await api.db.query<{ id: string }>(
    `INSERT INTO recovery_requests (user_id, email, phone, reason, status, decided_at)
     VALUES ($1, $2::text::email_address, $3, 'lost', 'approved', app_now() - interval '91 days') RETURNING id`,
    [shopper.id, shopper.email, shopper.phone],
  );
  await api.db.query(
    `INSERT INTO temp_keys (user_id, hash, issued_by, request_id) VALUES ($1, 'h', 'test', $2)`,
    [shopper.id, request?.id],
  );
  const sweepAndCount = async () => {
    await createDataRetentionJob(api.db).run({ isStopping: () => false });
    return (await api.db.query('SELECT 1 FROM recovery_requests WHERE id = $1', [request?.id])).length;
  };
  expect(await sweepAndCount()).toBe(1);
  await api.db.query('DELETE FROM temp_keys WHERE request_id = $1', [request?.id]);
  expect(await sweepAndCount()).toBe(0);
});

describe('a temporary key', () => {
  const apply = (
    email: string,
    temporaryKey: string,
    newRecoveryKey = 'a new recovery key',
  ): Promise<[number, string]> =>
    message(post('use-temporary-recovery-key', { email, temporaryKey, newRecoveryKey }));
  const UPDATED = [200, 'Recovery key updated successfully'];
  const REFUSED = [400, 'Invalid or expired temporary key'];

  test('sets one new recovery key, however it is typed, and says so again to whoever lost the answer', async () => {
    const shopper = await signUpShopper(api);
    await giveTemporaryKey(shopper.id, 'ABCD01234567');
    expect(await apply(shopper.email, 'abcd-o123 4567')).toEqual(UPDATED);
    expect(await apply(shopper.email, 'ABCD01234567')).toEqual(UPDATED);
    expect(await apply(shopper.email, 'ABCD01234567', 'a key of another')).toEqual(REFUSED);
    expect(await apply(shopper.email, 'WR0NGWR0NG00')).toEqual(REFUSED);
    const verified = await post('verify-recovery-key', {
      email: shopper.email,
      secretRecoveryKey: 'a new recovery key',
    });
    expect(verified.status).toBe(200);
  });

  test('does not make the password the recovery key, and is still good for another one', async () => {
    const shopper = await signUpShopper(api);
    await giveTemporaryKey(shopper.id, 'ABCD01234567');
    expect(await apply(shopper.email, 'ABCD01234567', shopper.password)).toEqual([400, NOT_THE_SAME]);
    expect(await apply(shopper.email, 'ABCD01234567')).toEqual(UPDATED);
  });

  test('sent twice at once sets the new key once, and both are told so', async () => {
    const shopper = await signUpShopper(api);
    await giveTemporaryKey(shopper.id, 'ABCD01234567');
    const twice = [1, 2].map(() => apply(shopper.email, 'ABCD01234567'));
    expect(await Promise.all(twice)).toEqual([UPDATED, UPDATED]);
    const told = await api.db.query(`SELECT 1 FROM outbox WHERE payload ->> 'userId' = $1`, [shopper.id]);
    expect(told).toHaveLength(1);
    await api.db.query('UPDATE temp_keys SET expires_at = now() WHERE user_id = $1', [shopper.id]);
    expect(await apply(shopper.email, 'ABCD01234567'), 'after its day').toEqual(REFUSED);
  });

  test('is void after its day', async () => {
    const late = await signUpShopper(api);
    await giveTemporaryKey(late.id, 'ABCD01234567');
    await api.db.query('UPDATE temp_keys SET expires_at = now() WHERE user_id = $1', [late.id]);
    expect((await apply(late.email, 'ABCD01234567'))[0]).toBe(400);
  });
});

test('a signed-in shopper changes the recovery key with the password, and is told', async () => {
  const shopper = await signUpShopper(api);
  const change = (currentPassword: string, newSecretRecoveryKey: string): Promise<[number, string]> =>
    message(
      api.call({
        method: 'PATCH',
        url: '/auth/update-recovery-key',
        body: { currentPassword, newSecretRecoveryKey },
        token: shopper.token,
      }),
    );
  expect(await change('wrong password', 'another key')).toEqual([400, 'Current password is incorrect']);
  expect(await change(' ', 'another key')).toEqual([400, 'Please fill in all fields']);
  expect(await change(shopper.password, ' ')).toEqual([400, 'Please fill in all fields']);
  expect(await change(shopper.password, '7 signs')).toEqual([
    400,
    'New recovery key must be at least 8 characters long',
  ]);
  expect(await change(shopper.password, '8 signs!')).toEqual([200, 'Recovery key updated successfully']);
  const told = await api.db.query<{ change: string }>(
    `SELECT payload ->> 'change' AS change FROM outbox WHERE payload ->> 'userId' = $1`,
    [shopper.id],
  );
  expect(told).toEqual([{ change: 'recovery_key_changed' }]);
});
