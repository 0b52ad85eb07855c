import { productAlertQueries } from '../../features/group/alert/product-alert-commands.ts';
import {
  groupProgressQueries,
  myGroupStatsQueries,
  myGroupsQueries,
} from '../../features/group/group-queries.ts';
import { receiptQueries } from '../../features/group/order/receipt-queries.ts';
import {
  notificationListQueries,
  unreadCountQueries,
} from '../../features/notifications/data/notification-queries.ts';
import { productListQueries, productQueries } from '../../features/product/data/product-keys.ts';
import { referralQueries } from '../../features/referral/referral-queries.ts';
import { ownReviewQueries, productReviewQueries } from '../../features/reviews/review-queries.ts';
import { walletQueries } from '../../features/wallet/wallet-queries.ts';
import { cartQueries } from '../../lib/query/cart-keys.ts';
import type { PersistedQueries } from '../../lib/query/create-persisted-queries.ts';
import { pickupCentreQueries } from '../../lib/query/pickup-centres.ts';
import { shopConfigQueries } from '../../lib/query/shop-config.ts';

/** Lists the queries of all features whose responses the phone stores. */
export const allPersistedQueries: readonly PersistedQueries[] = [
  shopConfigQueries,
  productListQueries,
  productQueries,
  groupProgressQueries,
  pickupCentreQueries,
  cartQueries,
  myGroupsQueries,
  myGroupStatsQueries,
  productAlertQueries,
  receiptQueries,
  notificationListQueries,
  unreadCountQueries,
  referralQueries,
  productReviewQueries,
  ownReviewQueries,
  walletQueries,
];
