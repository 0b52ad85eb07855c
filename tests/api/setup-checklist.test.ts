import { expect, test } from 'vitest';
import { readShopSetupSteps } from '../../server/ops/queries/setup-repository.ts';
import { startTestApi } from '../support/api.ts';
import { buyFromWalletThroughApi } from '../support/api-stories.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

/** Today lists what a new shop still needs. */

const api = openFixtureForFile(() => startTestApi({ env: { DEMO: '0' } }));
const live = openFixtureForFile(() =>
  startTestApi({
    env: { SANDBOX: '0', FLW_SECRET_KEY: 'FLWSECK-0123456789-X', FLW_SECRET_HASH: 'a-long-webhook-hash' },
  }),
);

const open = async (shop = api) => {
  const { data } = await runOpsCommandInTest<{ setup: { step: string; isDone: boolean }[] }>(shop, 'today');
  return data.setup.flatMap(({ step, isDone }) => (isDone ? [] : step));
};

test('each step is done by what the database has, and nothing is listed when all are', async () => {
  const { db } = api;
  expect(await open()).toEqual(['owner', 'centre', 'product', 'picture', 'on_sale', 'test_order']);
  const centre = [
    '--name',
    'Ikeja',
    '--state',
    'Lagos',
    '--city',
    'Ikeja',
    '--address',
    '1',
    '--hours',
    '9-5',
  ];
  await runOpsCommandInTest(api, 'centre', 'add', 'LAG-IKJ', ...centre);
  await db.query(
    `INSERT INTO products (slug, title, price_kobo, base_price_kobo, min_units, active)
     VALUES ('rice', 'Rice', 100000, 200000, 5, false)`,
  );
  expect(await open()).toEqual(['owner', 'picture', 'on_sale', 'test_order']);
  await db.query(`UPDATE products SET images = '{/pictures/a.webp}', active = true`);
  expect(await open()).toEqual(['owner', 'test_order']);
  await buyFromWalletThroughApi(api);
  expect(await open()).toEqual(['owner']);
  await db.query(`INSERT INTO operators (name, role, secret_hash) VALUES ('olu', 'owner', 'x')`);
  expect(await readShopSetupSteps(db, { isLive: false })).toEqual([]);
});

test('a live shop also needs a key that the card provider has accepted', async () => {
  expect((await open(live)).at(-1)).toBe('provider_key');
});
