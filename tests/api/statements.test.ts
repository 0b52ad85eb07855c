import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { createOutboxJob } from '../../server/jobs/outbox-job.ts';
import { recordEvents, throwFailures } from '../money/support/run-jobs.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

const api = openFixtureForFile(() => startTestApi());
/**
 * The statements sent for a piece of work, without what the shop asks on its own. Each is a round trip for the caller.
 */
const sentFor = new AsyncLocalStorage<string[]>();

beforeAll(() => {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | pg.QueryConfig];
    const text = typeof first === 'string' ? first : first.text;
    sentFor.getStore()?.push(...(text.endsWith('; COMMIT') ? [text, 'COMMIT'] : [text]));
    return Reflect.apply(query, this, args);
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
});

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  await sentFor.run(sent, work);
  return sent;
}

it('a product is one statement', async () => {
  await addTestProduct(api, { slug: 'garri', title: 'Garri', priceNaira: 1_000, baseNaira: 1_500 });
  const read = () => api.call({ method: 'GET', url: '/api/products/slug/garri' });
  expect(await statementsOf(read)).toHaveLength(1);
});

it('a purchase from the wallet is seven statements for the cart and eleven for the payment', async () => {
  await addTestPickupCentre(api);
  const productId = await addTestProduct(api, { title: 'Beans', priceNaira: 1_000, baseNaira: 1_500 });
  const { id, token, phone } = await signUpShopper(api);
  await adjustTestWallet(api, id, 50_000);
  const send = <Reply>(url: string, body: object) =>
    api.call<Reply>({ method: 'POST', url, body, token, idempotencyKey: randomUUID() });
  const add = () => send<{ data: Cart }>('/api/cart/add', { productId, quantity: 1 });
  const tell = () => createOutboxJob(api.db, recordEvents(), throwFailures).run({ isStopping: () => false });
  // Sends the notification of the money that the shopper was given.
  await tell();
  // The first add opens the cart and the second finds it.
  expect(await statementsOf(add)).toHaveLength(7);
  expect(await statementsOf(add)).toHaveLength(7);
  const { body } = await add();
  expect(await statementsOf(tell), 'woken for nothing').toHaveLength(1);
  const pay = async () => {
    const answer = await send<object>('/api/payment/initialize', {
      ...{ cartId: body.data.cartId, walletUse: body.data.totalPrice, expectedTotal: body.data.totalPrice },
      ...{ paymentMethod: 'wallet_only', phone },
      deliveryAddress: { state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' },
    });
    expect(answer).toMatchObject({ status: 200, body: { groupBuysJoined: 1 } });
  };
  expect(await statementsOf(pay)).toHaveLength(11);
  // One of the statements looks for shoppers who wait for this product's group.
  expect(await statementsOf(tell), 'what the purchase is told').toHaveLength(12);
});

it('what a column asks for its default is planned once in a connection', async () => {
  const planned = await api.db.query<{ name: string; language: string }>(
    `SELECT DISTINCT p.proname AS name, l.lanname AS language
       FROM pg_depend d JOIN pg_proc p ON p.oid = d.refobjid JOIN pg_language l ON l.oid = p.prolang
       JOIN pg_attrdef f ON f.oid = d.objid
       JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum AND a.attgenerated = ''
      WHERE d.classid = 'pg_attrdef'::regclass AND d.refclassid = 'pg_proc'::regclass
        AND p.pronamespace <> 'pg_catalog'::regnamespace`,
  );
  expect(planned).toEqual([{ name: 'app_now', language: 'plpgsql' }]);
});
