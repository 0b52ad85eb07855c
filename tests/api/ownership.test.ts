import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as accountCalls from '#contract/account-endpoints.ts';
import type { Endpoint } from '#contract/endpoints.ts';
import * as openCalls from '#contract/endpoints.ts';
import * as memberCalls from '#contract/member-endpoints.ts';
import { playScene, type Scene } from '../fuzz/fuzz-shop.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre } from '../support/api-catalogue.ts';
import { createSameOriginHeaders } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { findFreePort } from '../support/free-port.ts';

/** Every call of the API, asked by everybody but the owner of what it is about. */

const port = await findFreePort();
const api = openFixtureForFile(() =>
  startTestApi({ port, env: { RATE_LIMIT_FACTOR: '100000', SANDBOX_SPEED: '18000' } }),
);

/** The owner's things by name, as `{…}` in a path; a body is sent as it is. */
type Fields = Record<string, unknown>;
type Entry =
  /** Public: no session is asked for, and it names no shopper. */
  | { kind: 'public'; about?: Fields }
  /** Who knows the secret is the owner: what a wrong one is answered. */
  | { kind: 'secret'; body: (scene: Scene) => Fields; status: number }
  /** About the caller alone, whatever a body names. */
  | { kind: 'own'; body?: (scene: Scene) => Fields; status?: number }
  /** Names a thing: what a stranger is answered who knows its id. */
  | { kind: 'thing'; body?: (scene: Scene) => Fields; status: number };

const wrong = 'wrong wrong wrong';
const ofOwner =
  (...names: string[]) =>
  ({ things }: Scene) =>
    Object.fromEntries(names.map((name) => [name, things[name]]));

/** A new call does not compile without a line of its own. */
const endpoints = { ...accountCalls, ...openCalls, ...memberCalls };
const entries: Record<keyof typeof endpoints, Entry> = {
  signUp: {
    kind: 'secret',
    body: ({ things, owner }) => ({ ...things, id: owner.id, phone: '+2348099999999', password: wrong }),
    status: 400,
  },
  login: { kind: 'secret', body: ({ owner }) => ({ email: owner.email, password: wrong }), status: 400 },
  refreshAccessToken: { kind: 'secret', body: () => ({}), status: 401 },
  // Says nothing of whether there was a session.
  logout: { kind: 'secret', body: () => ({}), status: 200 },
  verifyRecoveryKey: {
    kind: 'secret',
    body: ({ owner }) => ({ email: owner.email, secretRecoveryKey: wrong }),
    status: 400,
  },
  resetPassword: {
    kind: 'secret',
    body: ({ owner }) => ({ resetToken: owner.id, newPassword: 'market day 9' }),
    status: 400,
  },
  // The same answer to everybody; an operator decides.
  requestRecoveryKeyReset: {
    kind: 'secret',
    body: ({ owner }) => ({ email: owner.email, phone: '+2348099999999', reason: 'x' }),
    status: 200,
  },
  replaceForgottenRecoveryKey: {
    kind: 'secret',
    body: ({ owner }) => ({ email: owner.email, temporaryKey: 'ABCD01234567', newRecoveryKey: wrong }),
    status: 400,
  },
  updateRecoveryKey: {
    kind: 'own',
    body: ofOwner('email', 'currentPassword', 'newSecretRecoveryKey'),
    status: 400,
  },
  updatePassword: { kind: 'own', body: ofOwner('email', 'currentPassword', 'newPassword'), status: 400 },
  listOwnSessions: { kind: 'own' },
  endOwnSession: { kind: 'thing', status: 404 },
  endOtherSessions: { kind: 'own' },
  updateName: { kind: 'own', body: () => ({ name: 'Somebody Else' }) },
  updatePreferences: { kind: 'own', body: () => ({ socialProof: false }) },
  exportAccountData: { kind: 'own' },
  deleteAccount: { kind: 'own', body: ofOwner('email', 'password'), status: 400 },
  getShopConfig: { kind: 'public' },
  getPickupCentres: { kind: 'public' },
  getProducts: { kind: 'public' },
  getProductBySlug: { kind: 'public' },
  getGroupProgress: { kind: 'public' },
  // Names a member to whoever has the link, and only while the member agrees: tests/api/group-invitation.test.ts.
  getGroupInvitation: { kind: 'public' },
  listProductReviews: { kind: 'public' },
  listOwnReviews: { kind: 'own' },
  saveReview: { kind: 'own', body: () => ({ stars: 1, text: '' }), status: 404 },
  withdrawReview: { kind: 'thing', status: 404 },
  listProductAlerts: { kind: 'own' },
  // Of the caller alone, whichever product it names.
  setProductAlert: { kind: 'own' },
  deleteProductAlert: { kind: 'own' },
  getMyGroups: { kind: 'own' },
  leaveGroup: { kind: 'thing', status: 400 },
  reduceOrderLineQuantity: {
    kind: 'thing',
    body: ({ things }) => ({ trackingNumber: things.trackingNumber, lineNumber: 1, quantity: 1 }),
    status: 400,
  },
  switchToSoloPurchase: { kind: 'thing', status: 400 },
  getOrderReceipt: { kind: 'thing', status: 404 },
  getCart: { kind: 'own', status: 404 },
  addToCart: { kind: 'own', body: ofOwner('productId', 'quantity', 'sellingUnit', 'cartId') },
  updateCartQuantity: { kind: 'own', body: ofOwner('productId', 'quantity', 'sellingUnitName', 'cartId') },
  removeFromCart: { kind: 'own', body: ofOwner('cartId') },
  clearCart: { kind: 'own', body: ofOwner('cartId') },
  initializePayment: {
    kind: 'own',
    body: ({ things, owner }) => ({
      ...ofOwner('cartId', 'expectedTotal', 'paymentMethod', 'supersedes')({ things } as Scene),
      walletUse: 0,
      phone: '+2348099999999',
      userId: owner.id,
      deliveryAddress: { state: 'Lagos', city: 'Ikeja', street: '1 Thief Lane' },
    }),
    status: 400,
  },
  // `none`: no payment of the caller's was begun under this key.
  findPaymentOrBlockIdempotencyKey: { kind: 'thing', status: 200 },
  getPaymentStatus: { kind: 'thing', status: 404 },
  getWallet: { kind: 'own' },
  getReferralInfo: { kind: 'own' },
  getReferralStats: { kind: 'own' },
  getNotifications: { kind: 'own' },
  getUnreadNotificationCount: { kind: 'own' },
  markNotificationRead: { kind: 'thing', status: 404 },
  markAllNotificationsRead: { kind: 'own', body: () => ({}) },
  // Nothing of that name is the caller's, and nothing of it is left.
  deleteNotification: { kind: 'thing', status: 200 },
  clearAllNotifications: { kind: 'own', body: () => ({}) },
  getPushPublicKey: { kind: 'public' },
  // A browser has one subscription, which is its newest user's.
  savePushSubscription: {
    kind: 'own',
    body: ({ things }) => ({ endpoint: `${things.endpoint}-other`, keys: things.keys }),
  },
  removePushSubscription: { kind: 'own', body: ofOwner('endpoint') },
};

let scene: Scene;
/** Whatever of the owner's stands in a row: the row is theirs. */
let ids: string[];
beforeAll(async () => {
  await addTestPickupCentre(api);
  scene = await playScene(api);
  const { owner, things, endedToken } = scene;
  // A read hears of an end from the database, which a process asks every 2 s; at once only where it listens.
  const read = { method: 'GET', url: '/api/wallet', token: endedToken } as const;
  await vi.waitFor(async () => expect((await api.call(read)).status).toBe(401), 10_000);
  const body = { endpoint: things.endpoint, keys: things.keys };
  await api.call({ method: 'POST', url: '/api/push/subscription', token: owner.token, body });
  const [session] = await api.db.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [
    owner.id,
  ]);
  things.sessionId = session?.id;
  const rows = await api.db.query<{ id: string }>(
    `SELECT id::text FROM carts WHERE user_id = $1 UNION SELECT id::text FROM orders WHERE user_id = $1
     UNION SELECT id::text FROM payments WHERE user_id = $1`,
    [owner.id],
  );
  ids = [owner.id, owner.email, owner.phone, ...rows.map(({ id }) => id)];
});

/** What tries leave behind; nothing of it is the owner's. */
const TRACES = ['security_events', 'recovery_locks', 'recovery_requests', 'rate_limits', 'idempotency_keys'];

/** Every row of every table that is the owner's. */
async function ownersRows(): Promise<string[]> {
  const tables = await api.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> ALL($1)`,
    [TRACES],
  );
  const rows = await api.db.query<{ row: string }>(
    `${tables.map(({ name }) => `SELECT '${name} ' || t AS row FROM ${name} t WHERE t::text ~* $1`).join(' UNION ALL ')}
     ORDER BY 1`,
    [ids.map((id) => id.replace(/[+.]/g, '\\$&')).join('|')],
  );
  expect(rows.length).toBeGreaterThan(20);
  return rows.map(({ row }) => row);
}

const named = Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][];

/** The owner's things in the path; `about` are those that a call in general is about. */
function addressOf(path: string): string {
  const { things } = scene;
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const thing = path.endsWith('/switch-to-solo') ? things.failedGroupId : things[name];
    return encodeURIComponent(String(thing));
  });
}

async function ask(
  [name, { method, path: main }]: (typeof named)[number],
  headers: Record<string, string>,
  path = main,
) {
  const entry = entries[name];
  const fields = 'body' in entry ? entry.body?.(scene) : undefined;
  const answer = await api.inject({
    method,
    url: addressOf(path),
    headers: { 'x-user-id': scene.owner.id, ...headers },
    ...(method === 'GET' ? {} : { payload: { userId: scene.owner.id, ...fields } }),
  });
  return { status: answer.statusCode, text: answer.body };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** Everybody who is nobody to the shop. */
function strangersWithoutSession(): Record<string, Record<string, string>> {
  const { owner, stranger, endedToken } = scene;
  const [head, payload] = owner.token.split('.');
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  return {
    'without a token': {},
    'with a token of an ended session': bearer(endedToken),
    "with the owner's token, signed by nobody": bearer(`${unsigned}.${payload}.`),
    "with the owner's token under another signature": bearer(
      `${head}.${payload}.${stranger.token.split('.')[2]}`,
    ),
    "with the owner's id for a token": bearer(owner.id),
    "with the owner's cookie alone": { cookie: `refresh=${owner.cookies.refresh}` },
  };
}

test('every call of the shop has an address of the contract, but for the two of the card provider', async () => {
  const { body } = await api.call<{ paths: Record<string, object> }>({
    method: 'GET',
    url: '/api/docs/json',
  });
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const known = named.map(([, { method, path }]) => `${method} ${path}`);
  expect(described.filter((call) => !known.includes(call)).sort()).toEqual([
    'GET /api/payment/callback',
    'POST /api/payment/webhook/flutterwave',
  ]);
  expect(known.filter((call) => !described.includes(call))).toEqual([]);
});

describe.each(named)('%s', (name, endpoint) => {
  const entry = entries[name];

  if (entry.kind === 'own' || entry.kind === 'thing') {
    test('is 401 to everybody without a session, under each of its addresses, and changes nothing', async () => {
      const before = await ownersRows();
      for (const path of [endpoint.path, ...endpoint.aliases]) {
        for (const [who, headers] of Object.entries(strangersWithoutSession())) {
          expect([path, who, (await ask([name, endpoint], headers, path)).status]).toEqual([path, who, 401]);
        }
      }
      expect(await ownersRows()).toEqual(before);
    });

    test("a stranger who names the owner's ids reads and changes nothing of the owner's", async () => {
      const before = await ownersRows();
      const { status, text } = await ask([name, endpoint], bearer(scene.stranger.token));
      expect(status).toBe(entry.status ?? 200);
      expect(await ownersRows()).toEqual(before);
      expect(ids.filter((id) => text.includes(id))).toEqual([]);
      if (name === 'findPaymentOrBlockIdempotencyKey') expect(text).toContain('"none"');
    });
  }

  if (entry.kind === 'secret') {
    test("without the owner's secret is refused and changes nothing", async () => {
      const before = await ownersRows();
      const cookies = { refresh: randomUUID(), 'XSRF-TOKEN': randomUUID() };
      const { status, text } = await ask([name, endpoint], createSameOriginHeaders(api, cookies));
      expect(status).toBe(entry.status);
      expect(await ownersRows()).toEqual(before);
      expect(ids.filter((id) => text.includes(id))).toEqual([]);
    });
  }

  if (entry.kind === 'public') {
    test('is for everybody, and names no shopper', async () => {
      const { status, text } = await ask([name, endpoint], {});
      expect(status).toBe(200);
      expect(ids.filter((id) => text.includes(id))).toEqual([]);
    });
  }
});
