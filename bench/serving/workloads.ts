import { randomUUID } from 'node:crypto';
import type { Cart } from '#contract/schemas/cart.ts';
import type { InitializePaymentBody, InitializePaymentReply } from '#contract/schemas/payment.ts';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { queryOnNewConnection } from '../../server/db/connection/query-once.ts';
import { adjustTestWallet } from '../../tests/support/give-money.ts';
import { TestShopper } from '../../tests/support/shopper.ts';
import type { LoadTestRequest, LoadTestRequestSender } from './load.ts';
import { SEEDED_PRODUCT_COUNT } from './servers.ts';

/** The measured operations by name. A call performs its operation once. */
export type Workload = Record<
  'list' | 'product' | 'cart add' | 'cart of 1' | 'cart of 60' | 'purchase' | 'join one group',
  (turn: number) => Promise<unknown>
>;

/** Number of buyers who only add to their carts. */
const CARTERS = 32;
/** Number of measured carts with one line; as many carts have sixty lines. */
const EQUAL_CARTS = 16;
/** Number of buyers who purchase concurrently. */
const BUYERS = 64;
const LONG_CART = 60;

export function createBaselineWorkload(send: LoadTestRequestSender): Workload {
  const order = (turn: number, group: number) =>
    send({ method: 'POST', path: '/order', body: { group, buyer: turn % 1000 } });
  const add = (turn: number) =>
    send({ method: 'POST', path: '/cart', body: { session: turn % CARTERS, product: 1 + (turn % 5) } });
  return {
    list: () => send({ method: 'GET', path: '/static' }),
    product: (turn) =>
      send({ method: 'GET', path: `/product/market-item-${1 + (turn % SEEDED_PRODUCT_COUNT)}` }),
    'cart add': add,
    'cart of 1': add,
    'cart of 60': add,
    purchase: (turn) => order(turn, 1 + (turn % SEEDED_PRODUCT_COUNT)),
    'join one group': (turn) => order(turn, 1),
  };
}

/** Begins a join that is paid by card. @returns the card page's address. */
export type StartCardJoin = () => Promise<string>;

/** Creates products and shoppers with money, and returns the operations to measure on them. */
export async function createShopWorkload(
  send: LoadTestRequestSender,
  shopUrl: string,
  databaseUrl: string,
): Promise<{ work: Workload; listBytes: number; cardJoins: StartCardJoin[] }> {
  await queryOnNewConnection(databaseUrl, GOODS);
  const db = connectDatabase({ connectionString: databaseUrl, maxConnections: 2 });
  const products = await db.query<{ id: string }>('SELECT id FROM products ORDER BY created_at, id');
  const ids = products.map(({ id }) => id);
  const people: TestShopper[] = [];
  for (let number = 0; number < BUYERS + CARTERS + 2 * EQUAL_CARTS; number += 1) {
    const shopper = await TestShopper.signUp(shopUrl);
    if (number < BUYERS) await adjustTestWallet({ db }, shopper.id, 100_000_000);
    people.push(shopper);
  }
  await db.close();
  const carters = people.slice(BUYERS, BUYERS + CARTERS);
  const shortCarters = people.slice(BUYERS + CARTERS, BUYERS + CARTERS + EQUAL_CARTS);
  const longCarters = people.slice(BUYERS + CARTERS + EQUAL_CARTS);
  for (const carter of longCarters)
    for (let line = 0; line < LONG_CART; line += 1) await add(carter, ids[line] as string);
  const free = people.slice(0, BUYERS);
  const list: LoadTestRequest = { method: 'GET', path: '/api/products?limit=24' };
  const listBytes = (await send(list)).length;
  return {
    listBytes,
    cardJoins: free.map((buyer) => () => beginJoin(buyer, ids[0] as string)),
    work: {
      list: () => send(list),
      product: (turn) =>
        send({ method: 'GET', path: `/api/products/slug/market-item-${1 + (turn % SEEDED_PRODUCT_COUNT)}` }),
      'cart add': (turn) => add(carters[turn % CARTERS] as TestShopper, ids[turn % 5] as string),
      'cart of 1': (turn) => add(shortCarters[turn % EQUAL_CARTS] as TestShopper, ids[0] as string),
      'cart of 60': (turn) => add(longCarters[turn % EQUAL_CARTS] as TestShopper, ids[turn % 5] as string),
      purchase: (turn) => buy(ids[turn % SEEDED_PRODUCT_COUNT] as string),
      'join one group': () => buy(ids[0] as string),
    },
  };

  async function post<Reply>(path: string, body: object, token: string): Promise<Reply> {
    const headers = { 'idempotency-key': randomUUID(), authorization: `Bearer ${token}` };
    return JSON.parse(await send({ method: 'POST', path, headers, body })) as Reply;
  }

  function add(buyer: TestShopper, productId: string): Promise<{ data: Cart }> {
    return post('/api/cart/add', { productId, quantity: 1 }, buyer.session.token);
  }

  async function buy(productId: string): Promise<void> {
    const buyer = free.pop();
    if (!buyer) throw new Error('more clients than buyers');
    const { data } = await add(buyer, productId);
    await pay(buyer, data, { walletUse: data.totalPrice, paymentMethod: 'wallet_only' });
    free.push(buyer);
  }

  /** Sends the two requests of the checkout. @returns the card page's address. */
  async function beginJoin(buyer: TestShopper, productId: string): Promise<string> {
    const { data } = await add(buyer, productId);
    const how = { walletUse: 0, paymentMethod: 'flutterwave_only' };
    const { authorization_url: authorizationUrl } = await pay(buyer, data, how);
    if (authorizationUrl === null) throw new Error('no card page was opened');
    return authorizationUrl;
  }

  function pay(
    buyer: TestShopper,
    cart: Cart,
    how: Pick<InitializePaymentBody, 'walletUse' | 'paymentMethod'>,
  ) {
    const deliveryAddress = { state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' };
    const { cartId, totalPrice: expectedTotal } = cart;
    const body = { ...how, cartId, expectedTotal, deliveryAddress, phone: buyer.account.phone };
    return post<InitializePaymentReply>('/api/payment/initialize', body, buyer.session.token);
  }
}

const GOODS = `
  INSERT INTO products (slug, title, description, price_kobo, base_price_kobo, min_units)
  SELECT 'market-item-' || n, 'Market item ' || n, repeat('Fresh from the market. ', 10), 150000, 200000, 1000000
  FROM generate_series(1, ${SEEDED_PRODUCT_COUNT}) n;
  INSERT INTO pickup_centres (code, name, state, city, address, hours, is_default)
  VALUES ('LAG-IKJ', 'Ikeja', 'Lagos', 'Ikeja', '1 Allen Avenue', '9am to 5pm', true)`;
