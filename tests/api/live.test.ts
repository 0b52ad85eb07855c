import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/events.ts';
import { buildApp } from '../../server/app.ts';
import { openDatabaseListener } from '../../server/db/listener.ts';
import { createOutboxJob } from '../../server/jobs/outbox-job.ts';
import { openLiveEventSockets, SESSION_ENDED_PG_CHANNEL } from '../../server/live.ts';
import type { LiveEventSender } from '../../server/realtime/publish.ts';
import { throwFailures } from '../money/support/run-jobs.ts';
import { startTestApi, type TestApi } from '../support/api.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { createSameOriginHeaders, type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { waitForNotifyListeners } from '../support/listening.ts';

type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

interface Shop {
  api: TestApi;
  /** The addresses of two instances on one database. */
  urls: [string, string];
  /** Handles the outbox on the first instance. */
  tell(): Promise<void>;
  close(): Promise<void>;
}

async function startTwoInstances(): Promise<Shop> {
  let live: LiveEventSender | undefined;
  const api = await startTestApi({
    extend: (app, deps) => {
      live = openLiveEventSockets(app, deps);
    },
  });
  const second = await buildApp(api.deps);
  openLiveEventSockets(second, api.deps);
  const listener = openDatabaseListener({ connectionString: api.connectionString });
  listener.listen(SESSION_ENDED_PG_CHANNEL, (sessionId) => {
    for (const app of [api.app, second]) app.sharedServices.endedSessions.add(sessionId);
  });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  await second.listen({ host: '127.0.0.1', port: 0 });
  // One listener is for ended sessions; each instance has one more for events.
  await waitForNotifyListeners(api.db, 3);
  const addressOf = (app: TestApi['app']) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    api,
    urls: [addressOf(api.app), addressOf(second)],
    tell: () =>
      createOutboxJob(api.db, live as LiveEventSender, throwFailures).run({ isStopping: () => false }),
    async close() {
      await listener.close();
      await second.close();
      await api.close();
    },
  };
}

const open: ClientSocket[] = [];

function connect(url: string, shopper: Pick<SignedUpApiShopper, 'token' | 'id'>): ClientSocket {
  const socket: ClientSocket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token: shopper.token, userId: shopper.id },
  });
  open.push(socket);
  return socket;
}

function next<E extends keyof ServerToClientEvents>(
  socket: ClientSocket,
  event: E,
): Promise<Parameters<ServerToClientEvents[E]>[0]> {
  return new Promise((resolve) => {
    socket.once(event, ((payload: never) => resolve(payload)) as never);
  });
}

/** Connects a shopper and waits for the greeting, after which the socket is in its rooms. */
async function connected(url: string, shopper: SignedUpApiShopper): Promise<ClientSocket> {
  const socket = connect(url, shopper);
  await next(socket, 'hello');
  return socket;
}

async function buy(
  shop: Shop,
  shopper: SignedUpApiShopper,
  productId: string,
  quantity: number,
): Promise<void> {
  await adjustTestWallet(shop.api, shopper.id, 100_000);
  const { token } = shopper;
  await shop.api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity } });
  const cart = await shop.api.call<{ cartId: string; totalPrice: number }>({
    method: 'GET',
    url: '/api/cart',
    token,
  });
  const paid = await shop.api.call({
    method: 'POST',
    url: '/api/payment/initialize',
    token,
    body: {
      walletUse: cart.body.totalPrice,
      expectedTotal: cart.body.totalPrice,
      deliveryAddress: { state: 'Lagos', city: 'Yaba', street: '1 Market Street' },
      phone: shopper.phone,
      cartId: cart.body.cartId,
      paymentMethod: 'wallet_only',
    },
  });
  expect(paid.body).toMatchObject({ success: true });
}

describe('live events of two instances that share a database', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startTwoInstances();
    await shop.api.db.query(
      `INSERT INTO pickup_centres (code, name, state, city, address, hours, is_default)
       VALUES ('YAB', 'Yaba Centre', 'Lagos', 'Yaba', '1 Market Street', '9am-6pm', true)`,
    );
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect();
  });
  afterAll(() => shop.close());

  test('a connection without a valid token is refused', async () => {
    const socket = connect(shop.urls[0], { token: 'forged', id: 'anybody' });
    const error = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
    expect(error.message).toBe('unauthorized');
    expect(socket.active).toBe(false);
  });

  test('a page that is not ours opens no socket, whatever token it has', async () => {
    const shopper = await signUpShopper(shop.api);
    const [url] = shop.urls;
    for (const [origin, isTaken] of [
      ['https://evil.example', false],
      [url, true],
    ] as const) {
      const socket = io(url, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        auth: { token: shopper.token },
        extraHeaders: { origin },
      });
      open.push(socket);
      const outcome = await Promise.race([
        new Promise((resolve) => socket.once('connect_error', () => resolve(false))),
        new Promise((resolve) => socket.once('connect', () => resolve(true))),
      ]);
      expect(outcome).toBe(isTaken);
    }
    const told = () =>
      shop.api.db.query(
        "SELECT times FROM security_events WHERE event = 'origin_refused' AND user_id IS NULL",
      );
    await expect.poll(told).toEqual([{ times: 1 }]);
  });

  test('a socket that asks without end is cut', async () => {
    const socket = await connected(shop.urls[0], await signUpShopper(shop.api));
    const cut = new Promise((resolve) => socket.once('disconnect', resolve));
    for (let count = 0; count < 250; count += 1) socket.emit('watch_product', { productId: 'none' });
    expect(await cut).toBe('io server disconnect');
  });

  test('a shopper has sixty sockets at most, and takes none from others', async () => {
    const [many, other] = [await signUpShopper(shop.api), await signUpShopper(shop.api)];
    const others = await connected(shop.urls[0], other);
    const mine: ClientSocket[] = [];
    for (let count = 0; count < 60; count += 1) mine.push(await connected(shop.urls[0], many));
    const cut = new Promise((resolve) => connect(shop.urls[0], many).once('disconnect', resolve));
    expect(await cut).toBe('io server disconnect');
    expect([others, ...mine].every((socket) => socket.connected)).toBe(true);
    mine[0]?.disconnect();
    await connected(shop.urls[0], many);
  });

  test('a purchase on one instance reaches shoppers on the other: pop-up, progress and notifications', async () => {
    const productId = await addTestProduct(shop.api, { title: 'Honey Beans', minUnits: 10 });
    const [buyer, watcher] = [
      await signUpShopper(shop.api, { name: 'Chinedu Eze' }),
      await signUpShopper(shop.api),
    ];
    const buyerSocket = await connected(shop.urls[0], buyer);
    const watcherSocket = await connected(shop.urls[1], watcher);
    await new Promise<void>((joined) => watcherSocket.emit('watch_product', { productId }, joined));
    const buyerPopUps: unknown[] = [];
    buyerSocket.on('purchase:social_proof', (event) => buyerPopUps.push(event));

    const heard: string[] = [];
    watcherSocket.onAny((event: string) => heard.push(event));
    const popUp = next(watcherSocket, 'purchase:social_proof');
    const progress = next(watcherSocket, 'group:progress');
    const notification = next(buyerSocket, 'notification:new');
    await buy(shop, buyer, productId, 4);
    await shop.tell();

    const [member] = await shop.api.db.query<{ at: Date }>(
      `SELECT joined_at AS at FROM group_members m JOIN groups g ON g.id = m.group_id WHERE g.product_id = $1`,
      [productId],
    );
    const joinedAt = member?.at.toISOString();
    expect(await popUp).toMatchObject({ userName: 'Chinedu E.', productName: 'Honey Beans' });
    expect(await progress).toMatchObject({
      productId,
      progressPercentage: 40,
      spotsRemaining: 6,
      status: 'active',
      participantCount: 1,
      memberInitials: ['CE'],
      lastJoinedAt: joinedAt,
    });
    expect(await notification).toMatchObject({
      read: false,
      factKey: expect.stringMatching(/^(pay|wallet):/),
    });
    // The progress goes to those who watch the group, the purchase to all shoppers.
    expect(heard.indexOf('group:progress')).toBeLessThan(heard.indexOf('purchase:social_proof'));
    await settled(buyerSocket);
    expect(buyerPopUps).toEqual([]);
  });

  test('all members of a group hear that it is secured, strangers do not', async () => {
    const productId = await addTestProduct(shop.api, { title: 'Red Palm Oil', minUnits: 2 });
    const members = [await signUpShopper(shop.api), await signUpShopper(shop.api)] as const;
    const stranger = await signUpShopper(shop.api);
    const sockets = [await connected(shop.urls[0], members[0]), await connected(shop.urls[1], members[1])];
    const strangerSocket = await connected(shop.urls[1], stranger);
    const overheard: unknown[] = [];
    strangerSocket.on('group_successful', (event) => overheard.push(event));
    strangerSocket.on('notification:new', (event) => overheard.push(event));

    const successes = sockets.map((socket) => next(socket, 'group_successful'));
    for (const member of members) await buy(shop, member, productId, 1);
    await shop.tell();

    for (const success of await Promise.all(successes)) {
      expect(success).toMatchObject({
        productId,
        message: 'Group buy secured for Red Palm Oil! Your order is being processed.',
      });
    }
    await settled(strangerSocket);
    expect(overheard).toEqual([]);
  });

  test('a session that ends loses its socket, and no other does', async () => {
    const shopper = await signUpShopper(shop.api);
    const socket = await connected(shop.urls[1], shopper);
    const other = await connected(shop.urls[1], await signUpShopper(shop.api));
    const cut = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    const loggedOut = await shop.api.call({
      method: 'POST',
      url: '/api/auth/logout',
      body: {},
      headers: createSameOriginHeaders(shop.api, shopper.cookies),
    });
    expect(loggedOut.status).toBe(200);
    expect(await cut).toBe('io server disconnect');
    await settled(other);
    expect(other.connected).toBe(true);
  });

  test('a room is the token’s own, whoever the socket says it is', async () => {
    const [victim, curious] = [await signUpShopper(shop.api), await signUpShopper(shop.api)];
    const socket = await connected(shop.urls[0], curious);
    const overheard: unknown[] = [];
    socket.on('notification:new', (event) => overheard.push(event));
    socket.emit('user_online', victim.id);
    await settled(socket);
    await adjustTestWallet(shop.api, victim.id, 500);
    await shop.tell();
    await settled(socket);
    expect(overheard).toEqual([]);
  });
});

/** Resolves when the server has handled what this socket sent, and the socket what the server sent before. */
function settled(socket: ClientSocket): Promise<void> {
  return new Promise((resolve) => socket.emit('unwatch_product', { productId: 'none' }, resolve));
}
