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

/** Every call of the API is made by everybody except the owner of what it concerns. */

const port = await findFreePort();
const api = openFixtureForFile(() =>
  startTestApi({ port, env: { RATE_LIMIT_FACTOR: '100000', SANDBOX_SPEED: '18000' } }),
);

/** The owner's ids by name, which replace `{…}` in a path. A body is sent unchanged. */
type Fields = Record<string, unknown>;
type Entry =
  /** A public call: it needs no session and names no shopper. */
  | { kind: 'public'; about?: Fields }
  /** Whoever knows the secret is the owner. `status` is the answer to a wrong secret. */
  | { kind: 'secret'; body: (scene: Scene) => Fields; status: number }
  /** Concerns only the caller, whatever the body names. */
  | { kind: 'own'; body?: (scene: Scene) => Fields; status?: number }
  /** Names something by its id. `status` is the answer to a stranger who knows the id. */
  | { kind: 'thing'; body?: (scene: Scene) => Fields; status: number };

const wrong = 'wrong wrong wrong';
const ofOwner =
  (...names: string[]) =>
  ({ things }: Scene) =>
    Object.fromEntries(names.map((name) => [name, things[name]]));

/** The type makes a new call fail to compile until it has an entry here. */
const endpoints = { ...accountCalls, ...openCalls, ...memberCalls };
const entries: Record<keyof typeof endpoints, Entry> = {
  signUp: {
    kind: 'secret',
    body: ({ things, owner }) => ({ ...things, id: owner.id, phone: '+2348099999999', password: wrong }),
    status: 400,
  },
  signIn: { kind: 'secret', body: ({ owner }) => ({ email: owner.email, password: wrong }), status: 400 },
  refreshAccessToken: { kind: 'secret', body: () => ({}), status: 401 },
  // The answer does not tell whether there was a session.
  signOut: { kind: 'secret', body: () => ({}), status: 200 },
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
  // Everybody gets the same answer, and an operator decides.
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
  updateShopperName: { kind: 'own', body: () => ({ name: 'Somebody Else' }) },
  updateShopperPreferences: { kind: 'own', body: () => ({ socialProof: false }) },
  exportAccountData: { kind: 'own' },
  deleteAccount: { kind: 'own', body: ofOwner('email', 'password'), status: 400 },
  getShopConfig: { kind: 'public' },
  listPickupCentres: { kind: 'public' },
  listProducts: { kind: 'public' },
  getProductBySlug: { kind: 'public' },
  getGroupProgress: { kind: 'public' },
  // The call names a member to whoever has the link, and only while the member agrees:
  // tests/api/group-invitation.test.ts.
  getGroupInvitation: { kind: 'public' },
  listProductReviews: { kind: 'public' },
  listOwnReviews: { kind: 'own' },
  saveReview: { kind: 'own', body: () => ({ stars: 1, text: '' }), status: 404 },
  withdrawReview: { kind: 'thing', status: 404 },
  listProductAlerts: { kind: 'own' },
  // The alert belongs to the caller, whichever product it names.
  setProductAlert: { kind: 'own' },
  deleteProductAlert: { kind: 'own' },
  listMyGroups: { kind: 'own' },
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
  // `none` means that the caller has begun no payment with this key.
  findPaymentOrBlockIdempotencyKey: { kind: 'thing', status: 200 },
  getPaymentStatus: { kind: 'thing', status: 404 },
  getWallet: { kind: 'own' },
  getReferralInfo: { kind: 'own' },
  getReferralStats: { kind: 'own' },
  listNotifications: { kind: 'own' },
  getUnreadNotificationCount: { kind: 'own' },
  markNotificationRead: { kind: 'thing', status: 404 },
  markAllNotificationsRead: { kind: 'own', body: () => ({}) },
  // The caller has no notification of that id, so there is nothing to delete.
  deleteNotification: { kind: 'thing', status: 200 },
  clearAllNotifications: { kind: 'own', body: () => ({}) },
  getPushPublicKey: { kind: 'public' },
  // A browser has one subscription, which belongs to the last shopper who signed in there.
  savePushSubscription: {
    kind: 'own',
    body: ({ things }) => ({ endpoint: `${things.endpoint}-other`, keys: things.keys }),
  },
  removePushSubscription: { kind: 'own', body: ofOwner('endpoint') },
};

let scene: Scene;
/** The owner's ids. A row that holds one of them is the owner's. */
let ids: string[];
beforeAll(async () => {
  await addTestPickupCentre(api);
  scene = await playScene(api);
  const { owner, things, endedToken } = scene;
  // Reads learn of an ended session from the database, which a process asks every 2 s unless it gets notifications.
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

/** Tables in which the tries leave rows that are not the owner's. */
const TRACES = ['security_events', 'recovery_locks', 'recovery_requests', 'rate_limits', 'idempotency_keys'];

/** Reads every row of every table that is the owner's. */
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

/** Fills a path with the owner's ids. `about` holds what a public call concerns. */
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
/** Headers of callers whom the shop must not take for any shopper. */
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
