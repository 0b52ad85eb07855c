import { expect, test } from 'vitest';
import { recordUnknownTransactionInSuspense } from '../../server/features/payments/unallocated/unallocated-money.ts';
import { startTestApi } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { createSandboxProviderClient, UNREACHABLE_URL } from '../support/card-provider.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

/** An operator's command and the deletion of the shopper's account happen at the same moment. */

const api = openFixtureForFile(() =>
  startTestApi({
    env: { RATE_LIMIT_FACTOR: '1000' },
    provider: createSandboxProviderClient(UNREACHABLE_URL),
  }),
);
const because = ['--reason', 'asked by phone'];

/** Begins the work while the deletion is running, and lets the deletion end first. */
async function deletedMeanwhile<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
  const waiting = () =>
    api.db.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  const { begun } = await api.db.transaction(async (tx) => {
    await tx.query('UPDATE users SET email = NULL, phone = NULL, deleted_at = app_now() WHERE id = $1', [
      userId,
    ]);
    const begun = work();
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1);
    return { begun };
  });
  return begun;
}

test('goodwill is not paid into an account that is deleted meanwhile', async () => {
  const { id, email } = await signUpShopper(api);
  const gift = ['--email', email, '--amount', '500', ...because];
  expect(
    await deletedMeanwhile(id, () => runOpsCommandInTest(api, 'wallet', 'goodwill', ...gift)),
  ).toMatchObject({
    ok: false,
    message: 'This account has been deleted.',
  });
  expect(await api.db.query('SELECT balance_kobo AS kobo FROM wallets WHERE user_id = $1', [id])).toEqual([
    { kobo: 0 },
  ]);
});

test('parked money is not released to an account that is deleted meanwhile', async () => {
  const { id, email } = await signUpShopper(api);
  const sum = { amountKobo: 50_000, currency: 'NGN', account: api.deps.provider.accountCode };
  await recordUnknownTransactionInSuspense(api.db, {
    id: '90210',
    reference: 'elsewhere',
    status: 'successful',
    ...sum,
  });
  const [item] = await api.db.query<{ id: number }>(`SELECT id FROM recon_items WHERE reference = '90210'`);
  const release = [String(item?.id), '--way', 'release', '--email', email, ...because];
  expect(
    await deletedMeanwhile(id, () => runOpsCommandInTest(api, 'recon', 'resolve', ...release)),
  ).toMatchObject({
    ok: false,
  });
  expect(await api.db.query('SELECT balance_kobo AS kobo FROM wallets WHERE user_id = $1', [id])).toEqual([
    { kobo: 0 },
  ]);
});

test('no note is kept of an account that is deleted meanwhile', async () => {
  const { id, email } = await signUpShopper(api);
  const note = ['--email', email, '--text', 'call after six'];
  expect(await deletedMeanwhile(id, () => runOpsCommandInTest(api, 'user', 'note', ...note))).toMatchObject({
    ok: false,
  });
  expect(await api.db.query('SELECT 1 FROM shopper_notes')).toEqual([]);
});

test('no temporary key is kept for an account that is deleted meanwhile', async () => {
  const { id, email, phone } = await signUpShopper(api);
  const body = { email, phone, reason: 'lost it' };
  await api.call({ method: 'POST', url: '/api/auth/request-recovery-key-reset', body });
  const [request] = await api.db.query<{ id: string }>('SELECT id FROM recovery_requests');
  const approve = () => runOpsCommandInTest(api, 'recovery', 'approve', request?.id ?? '', ...because);
  expect(await deletedMeanwhile(id, approve)).toMatchObject({ ok: false });
  expect(await api.db.query('SELECT 1 FROM temp_keys')).toEqual([]);
});
