import { runJobs } from '../money/support/run-jobs.ts';
import type { TestApi } from './api.ts';
import { addTestProduct, type TestProduct } from './api-catalogue.ts';
import { payFromWalletThroughApi } from './api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from './api-shopper.ts';
import { payAtSandboxCardPage, submitCardPage } from './card-page.ts';
import { adjustTestWallet } from './give-money.ts';

/** These helpers act as shoppers through the API of a shop that listens on a port. */

/** The API returns notifications in this form. */
export interface StoredUserNotification {
  _id: string;
  type: string;
  category: string;
  title: string;
  message: string;
  data: Record<string, unknown>;
}

/** Signs up a shopper who buys one piece of a new product from the wallet, for ₦1,000 unless the product says so. */
export async function buyFromWalletThroughApi(
  api: TestApi,
  product: TestProduct = {},
  fields: Record<string, string> = {},
): Promise<SignedUpApiShopper> {
  const shopper = await signUpShopper(api, fields);
  await adjustTestWallet(api, shopper.id, 10_000);
  await payFromWalletThroughApi(api, shopper, await addTestProduct(api, product), 1);
  return shopper;
}

/**
 * Signs up a shopper with ₦10,000 who goes to the card page for an order of ₦5,000.
 *
 * @param outcome what is done there: `success`, or `leave` after a declined card.
 */
export async function payByCardThroughApi(
  api: TestApi,
  walletUse: number,
  outcome: 'success' | 'leave',
): Promise<SignedUpApiShopper> {
  const shopper = await signUpShopper(api);
  await adjustTestWallet(api, shopper.id, 10_000);
  const productId = await addTestProduct(api, { priceNaira: 5_000, baseNaira: 6_000 });
  const { token } = shopper;
  const added = await api.call<{ data: { cartId: string } }>({
    method: 'POST',
    url: '/api/cart/add',
    token,
    body: { productId, quantity: 1 },
  });
  const begun = await api.call<{ authorization_url: string }>({
    method: 'POST',
    url: '/api/payment/initialize',
    token,
    body: {
      walletUse,
      paymentMethod: walletUse > 0 ? 'wallet_and_flutterwave' : 'flutterwave_only',
      cartId: added.body.data.cartId,
      deliveryAddress: { state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' },
      phone: shopper.phone,
      callback_url: `${api.config.publicUrl}/cart`,
      cancel_url: `${api.config.publicUrl}/cart`,
    },
  });
  const link = begun.body.authorization_url;
  if (outcome === 'leave') await submitCardPage(link, 'decline');
  await payAtSandboxCardPage(link, outcome);
  return shopper;
}

/** Creates a shopper whose friends each bought from a secured group, with every bonus paid. */
export async function createReferrerWithFriends(api: TestApi, friends: number): Promise<SignedUpApiShopper> {
  const referrer = await signUpShopper(api);
  for (let count = 0; count < friends; count += 1) {
    await buyFromWalletThroughApi(api, { minUnits: 1 }, { referralCode: referrer.referralCode });
  }
  await runAllJobs(api);
  return referrer;
}

/** Runs the jobs three times, because a job may write to the outbox for the next run. */
export async function runAllJobs(api: TestApi): Promise<void> {
  for (let round = 0; round < 3; round += 1) await runJobs(api.db);
}

/** @returns the shopper's notifications, newest first. */
export async function readNotificationsOf(
  api: TestApi,
  { token }: SignedUpApiShopper,
): Promise<StoredUserNotification[]> {
  await runAllJobs(api);
  const answer = await api.call<{ data: { notifications: StoredUserNotification[] } }>({
    method: 'GET',
    url: '/notifications',
    token,
  });
  return answer.body.data.notifications;
}
