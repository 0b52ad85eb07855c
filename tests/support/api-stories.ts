import { runJobs } from '../money/support/run-jobs.ts';
import type { TestApi } from './api.ts';
import { addProduct, type TestProduct } from './api-catalogue.ts';
import { payFromWallet } from './api-checkout.ts';
import { type ApiShopper, signUpShopper } from './api-shopper.ts';
import { payAtCardPage, pressAtCardPage } from './card-page.ts';
import { giveMoney } from './give-money.ts';

/** These helpers act as shoppers through the API of a shop that listens on a port. */

/** The API returns notifications in this form. */
export interface ToldNotification {
  _id: string;
  type: string;
  category: string;
  title: string;
  message: string;
  data: Record<string, unknown>;
}

/** Signs up a shopper who buys one piece of a new product from the wallet, for ₦1,000 unless the product says so. */
export async function buyFromWallet(
  api: TestApi,
  product: TestProduct = {},
  fields: Record<string, string> = {},
): Promise<ApiShopper> {
  const shopper = await signUpShopper(api, fields);
  await giveMoney(api, shopper.id, 10_000);
  await payFromWallet(api, shopper, await addProduct(api, product), 1);
  return shopper;
}

/**
 * Signs up a shopper with ₦10,000 who goes to the card page for an order of ₦5,000.
 *
 * @param outcome what is done there: `success`, or `leave` after a declined card.
 */
export async function payByCard(
  api: TestApi,
  walletUse: number,
  outcome: 'success' | 'leave',
): Promise<ApiShopper> {
  const shopper = await signUpShopper(api);
  await giveMoney(api, shopper.id, 10_000);
  const productId = await addProduct(api, { priceNaira: 5_000, baseNaira: 6_000 });
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
  if (outcome === 'leave') await pressAtCardPage(link, 'decline');
  await payAtCardPage(link, outcome);
  return shopper;
}

/** Creates a shopper whose friends each bought from a secured group, with every bonus paid. */
export async function referrerOf(api: TestApi, friends: number): Promise<ApiShopper> {
  const referrer = await signUpShopper(api);
  for (let count = 0; count < friends; count += 1) {
    await buyFromWallet(api, { minUnits: 1 }, { referralCode: referrer.referralCode });
  }
  await runAllJobs(api);
  return referrer;
}

/** Runs the jobs three times, because a job may write to the outbox for the next run. */
export async function runAllJobs(api: TestApi): Promise<void> {
  for (let round = 0; round < 3; round += 1) await runJobs(api.db);
}

/** @returns the shopper's notifications, newest first. */
export async function toldTo(api: TestApi, { token }: ApiShopper): Promise<ToldNotification[]> {
  await runAllJobs(api);
  const answer = await api.call<{ data: { notifications: ToldNotification[] } }>({
    method: 'GET',
    url: '/notifications',
    token,
  });
  return answer.body.data.notifications;
}
