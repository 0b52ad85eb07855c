import { beforeAll, expect, test } from 'vitest';
import { createShopConfigReader } from '../../server/features/catalogue/settings/shop-config.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

const api = openFixtureForFile(startTestApi);

beforeAll(() => addTestPickupCentre(api));

/** Reads the claims with a new reader, because a running shop caches them for up to 5 s. */
const claims = async (hasDemo = true) => {
  const config = { ...api.deps.config, hasDemo };
  return (await createShopConfigReader({ ...api.deps, config })()).claims;
};

test('a shop without the demonstration that set no claims says its own figures, and nothing where it has none', async () => {
  expect(Object.values(await claims(false))).toEqual(['', '', '']);
  await addTestProduct(api, { priceNaira: 900, baseNaira: 1_000 });
  expect(Object.values(await claims(false))).toEqual(['10% average savings', '', '']);
  await api.db.query('UPDATE products SET active = false');
});

test('the demonstration has the claims of the specification; the operator chooses figures or these', async () => {
  const given = {
    averageSavings: '40% average savings',
    happyCustomers: 'more than 1,000 happy customers',
    support: '24/7 support',
  };
  expect(await claims()).toEqual(given);
  await runOpsCommandInTest(api, 'claims', 'computed');
  const figures = async () => Object.values(await claims());
  expect(await figures()).toEqual(['', '', '']);
  const product = await addTestProduct(api, { priceNaira: 750, baseNaira: 1_000 });
  await addTestProduct(api, { priceNaira: 1_000, baseNaira: 1_000 });
  for (const words of ['1 happy customer', '2 happy customers']) {
    const shopper = await signUpShopper(api);
    await adjustTestWallet(api, shopper.id, 2_000);
    for (let order = 1; order <= 2; order += 1) await payFromWalletThroughApi(api, shopper, product, 1);
    expect(await figures()).toEqual(['13% average savings', words, '']);
  }
  await runOpsCommandInTest(api, 'claims', 'default');
  expect([await claims(), await claims(false)]).toEqual([given, given]);
});
