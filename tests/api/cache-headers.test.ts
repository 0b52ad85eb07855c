import { beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(startTestApi);
let shopper: SignedUpApiShopper;
let productId: string;

beforeAll(async () => {
  productId = await addTestProduct(api, { slug: 'rice' });
  shopper = await signUpShopper(api);
});

test.each([
  ['/api/products/slug/rice', 'public, no-cache'],
  ['/api/centres', 'public, max-age=300'],
  ['/api/config', 'public, max-age=0, must-revalidate'],
  ['/api/group/product/PRODUCT', 'public, max-age=1'],
  ['/api/push/key', 'public, max-age=3600'],
  ['/api/group/my-groups', 'private, no-cache'],
  ['/api/notifications', 'private, no-cache'],
  ['/api/notifications/unread-count', 'private, no-cache'],
  ['/api/referral/info', 'private, no-cache'],
  ['/api/referral/stats', 'private, no-cache'],
  ['/api/wallet', 'private, no-cache'],
  ['/api/cart', 'no-store'],
])('%s may be kept: %s', async (url, cacheControl) => {
  const { headers } = await api.call({
    method: 'GET',
    url: url.replace('PRODUCT', productId),
    token: shopper.token,
  });
  expect(headers['cache-control']).toBe(cacheControl);
});

test('an unchanged wallet is kept no longer than a changed one', async () => {
  const ask = (headers = {}) =>
    api.call({ method: 'GET', url: '/api/wallet', token: shopper.token, headers });
  const { headers } = await ask();
  const again = await ask({ 'if-none-match': String(headers.etag) });
  expect([again.status, again.headers['cache-control']]).toEqual([304, 'private, no-cache']);
});
