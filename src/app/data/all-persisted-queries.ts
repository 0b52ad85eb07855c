import { persistedProductAlertQueries } from '../../features/group/alert/product-alert-commands.ts';
import {
  persistedGroupProgressQueries,
  persistedJoinedGroupStatsQueries,
  persistedJoinedGroupsQueries,
} from '../../features/group/group-queries.ts';
import { persistedReceiptQueries } from '../../features/group/order/receipt-queries.ts';
import {
  persistedNotificationListQueries,
  persistedUnreadCountQueries,
} from '../../features/notifications/data/notification-queries.ts';
import {
  persistedProductListQueries,
  persistedProductQueries,
} from '../../features/product/data/product-keys.ts';
import { persistedReferralQueries } from '../../features/referral/referral-queries.ts';
import {
  persistedOwnReviewQueries,
  persistedProductReviewQueries,
} from '../../features/reviews/review-queries.ts';
import { persistedWalletQueries } from '../../features/wallet/wallet-queries.ts';
import { persistedCartQueries } from '../../lib/query/cart-keys.ts';
import type { PersistedQueries } from '../../lib/query/create-persisted-queries.ts';
import { persistedPickupCentreQueries } from '../../lib/query/pickup-centres.ts';
import { persistedShopConfigQueries } from '../../lib/query/shop-config.ts';

/** Lists the queries of all features whose responses the phone stores. */
export const allPersistedQueries: readonly PersistedQueries[] = [
  persistedShopConfigQueries,
  persistedProductListQueries,
  persistedProductQueries,
  persistedGroupProgressQueries,
  persistedPickupCentreQueries,
  persistedCartQueries,
  persistedJoinedGroupsQueries,
  persistedJoinedGroupStatsQueries,
  persistedProductAlertQueries,
  persistedReceiptQueries,
  persistedNotificationListQueries,
  persistedUnreadCountQueries,
  persistedReferralQueries,
  persistedProductReviewQueries,
  persistedOwnReviewQueries,
  persistedWalletQueries,
];
