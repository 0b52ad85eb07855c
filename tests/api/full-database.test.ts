import { beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** The database refuses a write with the errors that PostgreSQL raises when its disk is full. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '100' } }));
let shopper: SignedUpApiShopper;
let productId: string;

beforeAll(async () => {
  productId = await addTestProduct(api);
  shopper = await signUpShopper(api);
  await api.db.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE USING ERRCODE = TG_ARGV[0], MESSAGE = 'no room'; END $$`,
  );
});

const addToCart = () =>
  api.call({ method: 'POST', url: '/api/cart/add', body: { productId, quantity: 1 }, token: shopper.token });
const readiness = () => api.call({ method: 'GET', url: '/readyz' });

test.each(['53100', '53200', '53400', '58030'])(
  'a write that ends with %s is answered with 503 and when to come again; then it is done',
  async (state) => {
    await api.db.query(
      `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON cart_items FOR EACH ROW EXECUTE FUNCTION refuse('${state}')`,
    );
    expect(await addToCart()).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'unavailable' },
    });
    expect((await api.call({ method: 'GET', url: '/api/products/' })).status, 'a read').toBe(200);
    expect(await readiness()).toMatchObject({ status: 200, body: { ready: true, writes: false } });
    await api.db.query('DROP TRIGGER refuse ON cart_items');
    expect(await addToCart()).toMatchObject({ status: 200 });
  },
);
