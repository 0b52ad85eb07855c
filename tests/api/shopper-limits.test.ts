import { expect, test } from 'vitest';
import { startTestApi, type TestApiRequest } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(startTestApi);

const payment = {
  walletUse: 0,
  paymentMethod: 'flutterwave_only',
  cartId: null,
  deliveryAddress: { state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' },
  phone: '+2348031234567',
};

const calls: [string, number, number, TestApiRequest][] = [
  ['payment-initialize', 10, 60, { method: 'POST', url: '/api/payment/initialize', body: payment }],
  ['cart', 120, 60, { method: 'DELETE', url: '/api/cart/clear' }],
  ['write', 240, 60, { method: 'PATCH', url: '/api/notifications/mark-all-read', body: {} }],
  ['export', 10, 3_600, { method: 'GET', url: '/api/account/export' }],
];

test.each(calls)('%s: a shopper may call %d times in %d s', async (name, limit, windowS, request) => {
  const { token } = await signUpShopper(api);
  expect((await api.call({ ...request, token })).status).not.toBe(429);
  const left = await api.db.query<{ tokens: number }>('SELECT tokens FROM rate_limits WHERE bucket LIKE $1', [
    `${name}:%`,
  ]);
  expect(left).toEqual([{ tokens: limit - 1 }]);
  // Sets the bucket as after so many calls that a whole window must pass. The hour ahead keeps it from refilling during
  // a slow test.
  await api.db.query(
    `UPDATE rate_limits SET tokens = 1 - $2::float8, refilled_at = clock_timestamp() + interval '1 hour'
     WHERE bucket LIKE $1`,
    [`${name}:%`, limit],
  );
  const refused = await api.call({ ...request, token });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(windowS)]);
});
