// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { appRouteTable } from '../../src/app/routing/route-table.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { requestAndApproveRecovery } from '../support/api-recovery.ts';
import { createSignUpBody, signUpShopper } from '../support/api-shopper.ts';
import { registerPhoneForFile, tapControl } from '../support/phone.tsx';
import { says } from './specification.ts';

const phone = registerPhoneForFile();

const PUBLIC = ['/', '/product/open-to-all', '/about', '/contact'];
const GUESTS_ONLY = ['/register', '/signin', '/forgot-password', '/use-temporary-recovery-key'];
const MEMBERS_ONLY = ['/account', '/edit-profile', '/cart', '/checkout', '/wallet', '/referral'];
const MEMBERS_CALLS = [
  ['GET', '/api/group/my-groups'],
  ['GET', '/api/cart'],
  ['POST', '/api/cart/add'],
  ['PATCH', '/api/cart/update-quantity'],
  ['POST', '/api/payment/initialize'],
  ['GET', '/api/wallet'],
  ['GET', '/api/referral/info'],
  ['GET', '/api/referral/stats'],
  ['GET', '/api/notifications'],
  ['PATCH', '/api/auth/update-name'],
  ['PATCH', '/api/auth/update-recovery-key'],
] as const;

const heading = () => screen.findAllByRole('heading', { level: 1 });
const statusOf = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, token?: string) => {
  const body = method === 'GET' ? {} : { body: {} };
  return (await phone.api.call({ method, url, ...body, ...(token && { token }) })).status;
};

test(
  [
    says(
      'Visitors can browse the home page, product pages, about and contact, and can register, sign in and recover passwords.',
    ),
    says('Public: / (Home), /product/{slug}, /about, /contact.'),
    says('Guest-only: /register, /signin, /forgot-password, /use-temporary-recovery-key.'),
  ].join(' '),
  async () => {
    await addTestProduct(phone.api, { slug: 'open-to-all' });
    const isOpen = async (path: string) => {
      await phone.open(path);
      await heading();
      expect(location.pathname).toBe(path);
    };
    for (const path of [...PUBLIC, ...GUESTS_ONLY]) await isOpen(path);
    const body: Record<string, string> = createSignUpBody();
    expect((await phone.api.call({ method: 'POST', url: '/api/auth/signup', body })).status).toBe(201);
    expect((await phone.api.call({ method: 'POST', url: '/api/auth/login', body })).status).toBe(200);
    const keys = { email: body.email, secretRecoveryKey: body.secretRecoveryKey };
    const verified = await phone.api.call({
      method: 'POST',
      url: '/api/auth/verify-recovery-key',
      body: keys,
    });
    expect(verified.status).toBe(200);
    await phone.member();
    for (const path of PUBLIC) await isOpen(path);
    for (const path of GUESTS_ONLY) {
      await phone.open(path);
      await waitFor(() => expect(location.pathname).toBe('/'));
    }
  },
);

test(
  says(
    'Signed-in users (bearer access token) can use account, edit profile, update the recovery key, cart, checkout, wallet, referral and notifications.',
  ),
  async () => {
    const { token } = await phone.member();
    const productId = await addTestProduct(phone.api);
    await phone.api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity: 1 } });
    for (const path of MEMBERS_ONLY) {
      await phone.open(path);
      await heading();
      expect(location.pathname).toBe(path);
    }
    await phone.open('/edit-profile');
    expect(await screen.findByText('Update Secret Recovery Key')).toBeDefined();
    tapControl(/^Notifications/);
    expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeDefined();
    for (const [method, url] of MEMBERS_CALLS) {
      expect([url, await statusOf(method, url)]).toEqual([url, 401]);
      expect([url, await statusOf(method, url, 'of.nobody.here')]).toEqual([url, 401]);
      expect([url, await statusOf(method, url, token)]).not.toEqual([url, 401]);
    }
  },
);

test(says('They are the only ones who can add a group buy to the cart.'), async () => {
  const productId = await addTestProduct(phone.api, { slug: 'members-deal' });
  const body = { productId, quantity: 1 };
  const call = { method: 'POST', url: '/api/cart/add', body } as const;
  expect((await phone.api.call(call)).status).toBe(401);
  const { token } = await signUpShopper(phone.api);
  expect((await phone.api.call({ ...call, token })).status).toBe(200);
  await phone.open('/product/members-deal');
  await screen.findByLabelText('Quantity');
  expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
  await phone.member();
  await phone.open('/product/members-deal');
  await screen.findByLabelText('Quantity');
  expect(screen.getAllByRole('button', { name: 'Add to cart' }).length).toBeGreaterThan(0);
});

test(says('Others are sent to sign in.'), async () => {
  for (const path of MEMBERS_ONLY) {
    await phone.open(path);
    await waitFor(() => expect(location.pathname).toBe('/signin'));
  }
  await addTestProduct(phone.api, { slug: 'sign-in-first' });
  await phone.open('/product/sign-in-first');
  await screen.findByLabelText('Quantity');
  tapControl('Login to join Group Buy!', 'link');
  await waitFor(() => expect(location.pathname).toBe('/signin'));
});

test(says('An admin reviews recovery-key reset requests and issues temporary keys.'), async () => {
  const { email, phone: number, password } = await signUpShopper(phone.api);
  const use = (temporaryKey: string) =>
    phone.api.call({
      method: 'POST',
      url: '/api/auth/use-temporary-recovery-key',
      body: { email, temporaryKey, newRecoveryKey: 'another market day' },
    });
  expect((await use('ABCDEFGH')).status).toBe(400);
  const temporaryKey = await requestAndApproveRecovery(phone.api, { email, phone: number });
  expect((await use(temporaryKey)).status).toBe(200);
  const keys = { email, secretRecoveryKey: 'another market day' };
  const verified = await phone.api.call({ method: 'POST', url: '/api/auth/verify-recovery-key', body: keys });
  expect(verified.status).toBe(200);
  const login = { email, password, platform: 'web' };
  expect((await phone.api.call({ method: 'POST', url: '/api/auth/login', body: login })).status).toBe(200);
});

const elsewhere = [
  says('This is done outside the shown screens: not shown.'),
  says('Any unknown path redirects to /.'),
];
test(elsewhere.join(' '), async () => {
  expect(appRouteTable.map(({ path }) => path).filter((path) => /admin|operator|review/i.test(path))).toEqual(
    [],
  );
  await phone.member();
  for (const path of [
    '/admin/recovery',
    '/recovery-requests',
    '/account/orders',
    '/product',
    '/signin/extra',
  ]) {
    await phone.open(path);
    await waitFor(() => expect(location.pathname).toBe('/'));
  }
  const { token } = await signUpShopper(phone.api);
  for (const url of ['/api/admin', '/api/admin/recovery-requests', '/api/auth/recovery-requests']) {
    expect([url, await statusOf('GET', url, token)]).toEqual([url, 404]);
  }
});

test(says('No other roles are shown.'), async () => {
  expect([...new Set(appRouteTable.map(({ access }) => access))].sort()).toEqual([
    'guest',
    'member',
    'public',
  ]);
  const person = { ...createSignUpBody(), role: 'admin', isAdmin: true };
  const answer = await phone.api.call<{ user: object }>({
    method: 'POST',
    url: '/api/auth/signup',
    body: person,
  });
  expect(answer.status).toBe(201);
  expect(Object.keys(answer.body.user).filter((field) => /role|admin/i.test(field))).toEqual([]);
});
