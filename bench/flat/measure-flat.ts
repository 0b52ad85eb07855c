import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Cart } from '#contract/schemas/cart.ts';
import type { MyGroupsReply } from '#contract/schemas/group.ts';
import type { PaymentReply } from '#contract/schemas/payment.ts';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { openServerSecrets } from '../../server/db/server-secrets.ts';
import { readGroupProgress } from '../../server/features/groups/group-progress.ts';
import { openProvider } from '../../server/provider/open-provider.ts';
import { giveMoney } from '../../tests/support/give-money.ts';
import { openSettableClock } from '../../tests/support/settable-clock.ts';
import type { Measured } from '../scale/measure-shop.ts';
import { fillProducts, measureLists } from '../scale/product-lists.ts';

export interface ShopSize {
  products: number;
  /** Of one group. */
  members: number;
  /** Of one shopper. */
  orders: number;
  /** Of another shopper, no fewer than a page of own groups shows: no page is dearer because it is fuller. */
  groups: number;
}

const TIMES = 31;
/** As few as a small shop can show too, so that no page is dearer because it is fuller. */
const SHOWN = 2;

/** Makes a shop of that size in an empty database and measures what must not depend on it. */
export async function measureFlat(
  place: { asOwner: string; asSuperuser: string },
  size: ShopSize,
): Promise<Measured[]> {
  await fillProducts(place.asOwner, size.products);
  const db = connectDatabase({ connectionString: place.asOwner });
  const dataDir = await mkdtemp(join(tmpdir(), 'flat-shop-'));
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '100000' });
  const clock = openSettableClock(db);
  const secrets = await openServerSecrets(db);
  const app = await buildApp({ config, db, clock, provider: openProvider(config), secrets });
  await app.ready();
  const call = async <Reply>(method: 'GET' | 'POST', url: string, payload?: object, token?: string) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload && { 'idempotency-key': randomUUID() }),
    };
    const { statusCode, body } = await app.inject({ method, url, headers, ...(payload && { payload }) });
    if (statusCode >= 300) throw new Error(`${method} ${url} answered ${statusCode}: ${body}`);
    return JSON.parse(body) as Reply;
  };
  const signUp = async (name: string): Promise<string> => {
    const phone = `+23480${String(10_000_000 + people++)}`;
    const { user, token } = await call<{ user: { id: string }; token: string }>('POST', '/api/auth/signup', {
      ...{ name: 'Ada Obi', email: `${name}@example.com`, password: 'market day 77', phone },
      ...{ secretRecoveryKey: 'a long recovery key', platform: 'web' },
    });
    await giveMoney({ db }, user.id, 1_000_000);
    return token;
  };
  const buy = async (token: string, productId: string) => {
    const { data } = await call<{ data: Cart }>('POST', '/api/cart/add', { productId, quantity: 1 }, token);
    const { cartId, totalPrice } = data;
    const deliveryAddress = { state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' };
    const wallet = { walletUse: totalPrice, expectedTotal: totalPrice, paymentMethod: 'wallet_only' };
    const payment = { ...wallet, cartId, deliveryAddress, phone: '+2348012345678' };
    return await call<PaymentReply>('POST', '/api/payment/initialize', payment, token);
  };
  const measured: Measured[] = [];
  const measure = async (what: string, work: (time: number) => Promise<unknown>): Promise<void> => {
    const spent: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const beganAt = performance.now();
      await work(time);
      spent.push(performance.now() - beganAt);
    }
    measured.push({ what, ms: Math.min(...spent) });
  };
  let people = 0;
  try {
    await db.query(
      `INSERT INTO pickup_centres (code, name, state, city, address, hours, is_default)
       VALUES ('LAG-IKJ', 'Ikeja', 'Lagos', 'Ikeja', '1 Allen Avenue', '9am to 5pm', true)`,
    );
    await db.query(`UPDATE products SET min_units = 1000000 WHERE slug = 'product-0'`);
    const [hot, other, third] = await db.query<{ id: string }>(
      `SELECT id FROM products WHERE slug IN ('product-0', 'product-1', 'product-2') ORDER BY slug`,
    );
    if (!hot || !other || !third) throw new Error('no products');
    await buy(await signUp('member0'), hot.id);
    const own = await signUp('own');
    await buy(own, other.id);
    const regular = await signUp('regular');
    await buy(regular, third.id);
    await copy(place.asSuperuser, size);

    const before = measured.length;
    measured.push(...(await measureLists(place.asOwner, SHOWN)));
    await measure('the list, as answered', () => call('GET', '/api/products?limit=24'));
    let turn = 0;
    // Another product each time: none is answered from memory.
    await measure('a product', () => call('GET', `/api/products/slug/product-${turn++ % 31}`));
    const products = measured.splice(before).map((row) => ({ ...row, what: `${row.what}, products` }));
    measured.push(...products);

    await measure('the group of a product, members', () => readGroupProgress(db, hot.id, 48));
    const tokens: string[] = [];
    for (let buyer = 0; buyer < 8; buyer += 1) tokens.push(await signUp(`buyer${buyer}`));
    await measure('a join of a group, members', (time) => buy(tokens[time % 8] as string, hot.id));
    await measure('own groups of a member, members', () =>
      call('GET', '/api/group/my-groups', undefined, tokens[0]),
    );

    await measure('200 own groups, orders', async () => {
      const { data } = await call<MyGroupsReply>('GET', '/api/group/my-groups', undefined, regular);
      if (data.length !== 200) throw new Error(`${data.length} groups on a page`);
    });
    const ofOwn = (path: string) => () => call('GET', path, undefined, own);
    await measure('own notifications, orders', ofOwn('/api/notifications'));
    await measure('own wallet, orders', ofOwn('/api/wallet'));
    await measure('a purchase, orders', () => buy(own, other.id));
    return measured;
  } finally {
    await app.close();
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function copy(connectionString: string, { members, orders, groups }: ShopSize): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const run = async (file: string, settings: Record<string, string | number>) => {
    for (const [name, value] of Object.entries(settings)) {
      await client.query('SELECT set_config($1, $2, false)', [`flat.${name}`, String(value)]);
    }
    await client.query(await readFile(new URL(file, import.meta.url), 'utf8'));
  };
  try {
    await client.query('SET session_replication_role = replica');
    await run('members.sql', { members });
    await run('orders.sql', { orders, email: 'own@example.com', letter: 'Y' });
    await run('orders.sql', { orders: groups, email: 'regular@example.com', letter: 'X' });
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
