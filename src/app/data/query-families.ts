import { productAlertsQueryFamily } from '../../features/group/alert/product-alert-commands.ts';
import {
  groupProgressQueryFamily,
  myGroupStatsQueryFamily,
  myGroupsQueryFamily,
} from '../../features/group/group-queries.ts';
import { receiptQueryFamily } from '../../features/group/order/receipt-queries.ts';
import {
  notificationsQueryFamily,
  unreadCountQueryFamily,
} from '../../features/notifications/data/notification-queries.ts';
import { productQueryFamily, productsQueryFamily } from '../../features/product/data/product-keys.ts';
import { referralQueryFamily } from '../../features/referral/referral-queries.ts';
import { ownReviewsQueryFamily, productReviewsQueryFamily } from '../../features/reviews/review-queries.ts';
import { walletQueryFamily } from '../../features/wallet/wallet-queries.ts';
import { cartQueryFamily } from '../../lib/query/cart-keys.ts';
import { pickupCentresQueryFamily } from '../../lib/query/pickup-centres.ts';
import type { QueryFamilySettings } from '../../lib/query/query-families.ts';
import { shopConfigQueryFamily } from '../../lib/query/shop-config.ts';

/** Lists the settings of all features' queries: which responses the phone stores, and for how long. */
export const allQueryFamilySettings: readonly QueryFamilySettings[] = [
  shopConfigQueryFamily,
  productsQueryFamily,
  productQueryFamily,
  groupProgressQueryFamily,
  pickupCentresQueryFamily,
  cartQueryFamily,
  myGroupsQueryFamily,
  myGroupStatsQueryFamily,
  productAlertsQueryFamily,
  receiptQueryFamily,
  notificationsQueryFamily,
  unreadCountQueryFamily,
  referralQueryFamily,
  productReviewsQueryFamily,
  ownReviewsQueryFamily,
  walletQueryFamily,
];
