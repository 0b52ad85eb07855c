import { expect, test } from 'vitest';
import type { MyGroupsReply } from '#contract/schemas/group.ts';
import type { ProductsReply } from '#contract/schemas/product.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { seedDemoGroup, seedDemoShop } from '../../sandbox/demo/demo-seed.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { findFreePort } from '../support/free-port.ts';

/** Two of the demo shoppers, as the start message names them. */
const SHOPPERS = [
  {
    name: 'Ada Obi',
    email: 'ada@demo.example',
    password: 'market day 1',
    secretRecoveryKey: 'blue umbrella 1',
    walletNaira: 50_000,
    bags: 3,
  },
  {
    name: 'Chidi Okeke',
    email: 'chidi@demo.example',
    password: 'market day 2',
    secretRecoveryKey: 'blue umbrella 2',
    walletNaira: 20_000,
    bags: 2,
  },
];

const api = openFixtureForFile(async () => startTestApi({ port: await findFreePort() }));

test('the demonstration is there once, however often it is seeded, and its group is half full of paid units', async () => {
  const seeded = await runOpsCommand(['demo', 'seed'], async () => api.deps);
  expect(seeded.stdout).toBe('products  32\nshoppers  2\njoins     2\n');
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
});

test('its shoppers come in with their words, and find their money and their group', async () => {
  for (const shopper of SHOPPERS) {
    const login = await api.call<{ token: string; user: object }>({
      method: 'POST',
      url: '/api/auth/login',
      body: shopper,
    });
    expect([login.status, login.body.user]).toEqual([200, expect.objectContaining({ name: shopper.name })]);
    const recovered = await api.call({ method: 'POST', url: '/api/auth/verify-recovery-key', body: shopper });
    expect(recovered.status).toBe(200);
    const { token } = login.body;
    const wallet = await api.call<Wallet>({ method: 'GET', url: '/api/wallet', token });
    expect(wallet.body).toMatchObject({ balance: shopper.walletNaira, heldAmount: 0 });
    expect(wallet.body.transactions.map(({ description }) => description)).toEqual(['Demonstration money']);
    const groups = await api.call<MyGroupsReply>({ method: 'GET', url: '/api/group/my-groups', token });
    expect(groups.body.data).toMatchObject([{ status: 'active', userQuantity: shopper.bags }]);
  }
  const address = { state: 'Lagos', city: 'Yaba', street: '12 Herbert Macaulay Way' };
  const payments = await api.db.query<{ delivery: object }>('SELECT delivery FROM payments');
  expect(payments).toEqual([{ delivery: address }, { delivery: address }]);
});
