import { randomUUID } from 'node:crypto';
import type { OwnSessionsReply } from '#contract/schemas/auth.ts';
import type { MyGroupsReply } from '#contract/schemas/group.ts';
import { openLiveEventSockets } from '../../server/live.ts';
import { startTestApi, type TestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { requestAndApproveRecovery } from '../support/api-recovery.ts';
import { createSameOriginHeaders, type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import {
  buyFromWalletThroughApi,
  payByCardThroughApi,
  readNotificationsOf,
  runAllJobs,
} from '../support/api-stories.ts';
import { findFreePort } from '../support/free-port.ts';
import { createPushSubscriptionKeys } from '../support/phone-keys.ts';

export interface FuzzShop extends TestApi {
  url: string;
}

/**
 * Starts a shop with live connections, and what strangers send to it. Its limits by count are so high that they never
 * apply.
 */
export async function openFuzzShop(): Promise<FuzzShop> {
  const port = await findFreePort();
  const api = await startTestApi({
    port,
    // Errors are logged, so that they appear beside the request that caused them.
    env: { RATE_LIMIT_FACTOR: '1000000', SANDBOX_SPEED: '18000', LOG_LEVEL: 'error' },
    extend: (app, deps) => void openLiveEventSockets(app, deps),
  });
  await addTestPickupCentre(api);
  return { ...api, url: `http://127.0.0.1:${port}` };
}

/** Two shoppers, and the first one's ids by the names under which calls ask for them. */
export interface Scene {
  owner: SignedUpApiShopper;
  stranger: SignedUpApiShopper;
  /** A third shopper for the calls that end sessions and accounts. */
  leaver: SignedUpApiShopper;
  /** The access token of a shopper who has signed out. */
  endedToken: string;
  /** The owner's ids, by name. */
  things: Record<string, unknown>;
}

/** Makes a new scene, because requests end sessions, spend wallets and leave groups of the one before. */
export async function playScene(api: TestApi): Promise<Scene> {
  const owner = await buyFromWalletThroughApi(api, { slug: `rice-${randomUUID()}` });
  const failed = await payFromWalletThroughApi(api, owner, await addTestProduct(api), 1);
  const failedId = failed.groupBuys[0]?.groupId;
  await api.db.query(`UPDATE groups SET deadline = app_now() - interval '1 hour' WHERE id = $1`, [failedId]);
  const card = await payByCardThroughApi(api, 0, 'success');
  const stranger = await signUpShopper(api, { password: 'a stranger 1', secretRecoveryKey: 'a stranger 2' });
  const leaver = await signUpShopper(api);
  const gone = await signUpShopper(api);
  const headers = createSameOriginHeaders(api, gone.cookies);
  await api.call({ method: 'POST', url: '/api/auth/logout', body: {}, headers });
  const verified = await api.call<{ resetToken: string }>({
    method: 'POST',
    url: '/api/auth/verify-recovery-key',
    body: { email: leaver.email, secretRecoveryKey: leaver.recoveryKey },
  });
  await runAllJobs(api);

  const read = async <Reply>(url: string, shopper: SignedUpApiShopper): Promise<Reply> =>
    (await api.call<Reply>({ method: 'GET', url, token: shopper.token })).body;
  const groups = await read<MyGroupsReply>('/api/group/my-groups', owner);
  const group = groups.data.find(({ _id }) => _id !== failedId);
  const productId = await addTestProduct(api, { units: [{ name: 'bag', quantity: 25, baseNaira: 40_000 }] });
  const line = { productId, quantity: 1, sellingUnit: { name: 'bag' } };
  await api.call({ method: 'POST', url: '/api/cart/add', token: owner.token, body: line });
  const cart = await read<{ cartId: string; totalPrice: number }>('/api/cart', owner);
  const { sessions } = await read<OwnSessionsReply>('/api/auth/sessions', leaver);
  const [told] = await readNotificationsOf(api, owner);
  const [paid] = await paymentsOf(api, owner);
  const [paidByCard] = await paymentsOf(api, card);
  return {
    owner,
    stranger,
    leaver,
    endedToken: gone.token,
    things: {
      ...secretsOf(owner),
      newSecretRecoveryKey: 'another stall',
      newRecoveryKey: 'another stall',
      newPassword: 'market day 8',
      temporaryKey: await requestAndApproveRecovery(api, leaver),
      resetToken: verified.body.resetToken,
      ...line,
      sellingUnitName: 'bag',
      variant: null,
      slug: group?.productId.slug,
      groupId: group?._id,
      trackingNumber: group?.orders[0]?.trackingNumber,
      lineNumber: '1',
      stars: 5,
      text: 'Good rice.',
      failedGroupId: failedId,
      id: told?._id,
      sessionId: sessions[0]?.id,
      reference: paid?.reference,
      supersedes: paidByCard?.reference,
      tx_ref: paidByCard?.reference,
      transaction_id: '1',
      status: 'successful',
      key: paid?.key ?? randomUUID(),
      cartId: cart.cartId,
      expectedTotal: cart.totalPrice,
      walletUse: 0,
      paymentMethod: 'flutterwave_only',
      state: 'Lagos',
      city: 'Ikeja',
      street: '1 Allen Avenue',
      callback_url: `${api.config.publicUrl}/cart`,
      cancel_url: `${api.config.publicUrl}/cart`,
      before: new Date().toISOString(),
      endpoint: 'https://fcm.googleapis.com/fcm/send/a',
      keys: createPushSubscriptionKeys(),
      page: 1,
      limit: 24,
      sortBy: 'createdAt',
      sortOrder: 'desc',
      platform: 'web',
      reason: 'lost my phone',
    },
  };
}

const ENDS = /auth\/(?!signup|login)|account$/;

/** Chooses the shopper of a call: calls that end sessions or accounts are made by the third shopper. */
export function sceneOf(path: string, scene: Scene): Scene {
  const { leaver, things } = scene;
  if (path.endsWith('/switch-to-solo')) {
    return { ...scene, things: { ...things, groupId: things.failedGroupId } };
  }
  if (!ENDS.test(path)) return scene;
  return { ...scene, owner: leaver, things: { ...things, ...secretsOf(leaver) } };
}

function paymentsOf(
  { db }: TestApi,
  { id }: SignedUpApiShopper,
): Promise<{ reference: string; key: string }[]> {
  return db.query('SELECT reference, attempt_key AS key FROM payments WHERE user_id = $1', [id]);
}

function secretsOf({ name, email, phone, password, recoveryKey, referralCode }: SignedUpApiShopper): object {
  return {
    name,
    email,
    phone,
    password,
    currentPassword: password,
    secretRecoveryKey: recoveryKey,
    referralCode,
  };
}
