import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MyGroupsReply } from '#contract/schemas/group.ts';
import type { ProductsReply } from '#contract/schemas/product.ts';
import { seedDemoGroup, seedDemoShop } from '../../server/ops/demo-seed.ts';
import { demoShoppers } from '../../server/ops/demo-shoppers.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { findFreePort } from '../support/free-port.ts';

let api: TestApi;
beforeAll(async () => {
  const port = await findFreePort();
  api = await startApi({ env: { PORT: String(port) } });
  await api.app.listen({ host: '127.0.0.1', port });
});
afterAll(() => api.close());

test('the demonstration is there once, however often it is seeded, and its group is half full of paid units', async () => {
  expect(await seedDemoShop(api.deps)).toEqual({ products: 32, shoppers: 2 });
  expect(await seedDemoGroup(api.deps)).toBe(2);
  expect(await seedDemoShop(api.deps)).toEqual({ products: 0, shoppers: 0 });
  expect(await seedDemoGroup(api.deps)).toBe(0);
  await expectInvariants(api.db);

  const list = await api.call<ProductsReply>({ method: 'GET', url: '/api/products?limit=100' });
  expect(list.body.data).toHaveLength(32);
  expect(list.body.data.every((product) => product.pictures.length > 0)).toBe(true);
  expect(list.body.data.filter((product) => product.rating > 0)).toHaveLength(30);
  const rice = list.body.data.find((product) => product.slug === 'local-parboiled-rice-50kg');
  expect(rice?.group).toMatchObject({ status: 'active', progressPercentage: 50, spotsRemaining: 250 });
  const centres = await api.call<{ data: unknown[] }>({ method: 'GET', url: '/api/centres' });
  expect(centres.body.data).toHaveLength(3);

  for (const shopper of demoShoppers) {
    const login = await api.call<{ token: string }>({
      method: 'POST',
      url: '/api/auth/login',
      body: shopper,
    });
    expect(login.status).toBe(200);
    const { token } = login.body;
    const wallet = await api.call({ method: 'GET', url: '/api/wallet', token });
    expect(wallet.body).toMatchObject({ balance: shopper.walletNaira, heldAmount: 0 });
    const groups = await api.call<MyGroupsReply>({ method: 'GET', url: '/api/group/my-groups', token });
    expect(groups.body.data).toMatchObject([{ status: 'active', userQuantity: shopper.bags }]);
  }
});
