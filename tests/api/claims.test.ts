import { beforeAll, expect, test } from 'vitest';
import { createShopConfig } from '../../server/features/catalogue/shop-config.ts';
import { startApi } from '../support/api.ts';
import { addCentre, addProduct } from '../support/api-catalogue.ts';
import { payFromWallet } from '../support/api-checkout.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { forFile } from '../support/for-file.ts';
import { giveMoney } from '../support/give-money.ts';
import { ops } from '../support/ops.ts';

const api = forFile(startApi);

beforeAll(() => addCentre(api));

/** Asked anew: what a running shop says is up to 5 s old. */
const claims = async () => (await createShopConfig(api.deps)()).claims;

test('the claims are given, or the figures of the shop once its operator asks', async () => {
  const given = {
    averageSavings: '40% average savings',
    happyCustomers: 'more than 1,000 happy customers',
    support: '24/7 support',
  };
  expect(await claims()).toEqual(given);
  await ops(api, 'claims', 'computed');
  const figures = async () => Object.values(await claims());
  expect(await figures()).toEqual(['0% average savings', '0 happy customers', '24/7 support']);
  const product = await addProduct(api, { priceNaira: 750, baseNaira: 1_000 });
  await addProduct(api, { priceNaira: 1_000, baseNaira: 1_000 });
  for (const words of ['1 happy customer', '2 happy customers']) {
    const shopper = await signUpShopper(api);
    await giveMoney(api, shopper.id, 2_000);
    for (let order = 1; order <= 2; order += 1) await payFromWallet(api, shopper, product, 1);
    expect(await figures()).toEqual(['13% average savings', words, '24/7 support']);
  }
  await ops(api, 'claims', 'default');
  expect(await claims()).toEqual(given);
});
