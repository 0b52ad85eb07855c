import { expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { readOrCreateServerSecrets } from '../../server/db/server-secrets.ts';
import { startTestApi } from '../support/api.ts';
import { createSameOriginHeaders, parseSetCookies, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

const api = openFixtureForFile(startTestApi);

/** Builds the shop as after a restart, with the keys from the database. */
const restarted = async () => buildApp({ ...api.deps, secrets: await readOrCreateServerSecrets(api.db) });
type Shop = Awaited<ReturnType<typeof restarted>>;

const walletStatus = async (shop: Shop, token: string): Promise<number> =>
  (await shop.inject({ url: '/api/wallet', headers: { authorization: `Bearer ${token}` } })).statusCode;
const refresh = (shop: Shop, cookies: Record<string, string>) =>
  shop.inject({
    ...{ method: 'POST', url: '/api/auth/refresh', payload: {} },
    headers: createSameOriginHeaders(api, cookies),
  });

test('changed keys sign nobody out, and the old one is believed for 15 minutes', async () => {
  const { token, cookies } = await signUpShopper(api);
  expect((await runOpsCommandInTest(api, 'secrets', 'rotate')).message).toBe('--reason is required.');
  expect(
    (await runOpsCommandInTest(api, 'secrets', 'rotate', '--all', '--reason', 'a backup was lost')).exitCode,
  ).toBe(0);
  const shop = await restarted();
  expect(await walletStatus(shop, token)).toBe(200);
  const renewed = await refresh(shop, cookies);
  const fresh = renewed.json<{ token: string }>().token;
  expect(await walletStatus(shop, fresh)).toBe(200);
  expect(await walletStatus(api.app, fresh), 'the process with the old key').toBe(401);
  expect((await refresh(api.app, parseSetCookies(renewed.headers['set-cookie']))).statusCode).toBe(200);
  await shop.close();

  await api.db.query(
    `UPDATE settings SET value = jsonb_set(value, '{previousTokenKey,untilMs}', '0') WHERE key = 'server_secrets'`,
  );
  const later = await restarted();
  expect([await walletStatus(later, token), await walletStatus(later, fresh)]).toEqual([401, 200]);
  await later.close();
  const [audit] = await api.db.query(`SELECT after, reason FROM audit_log WHERE action = 'secrets.rotate'`);
  expect(audit).toEqual({ after: { all: true }, reason: 'a backup was lost' });
});
