import { centresFamily } from '../features/checkout/checkout-queries.ts';
import { groupFamily, myGroupsFamily, myStatsFamily } from '../features/group/group-queries.ts';
import { receiptFamily } from '../features/group/receipt-queries.ts';
import { listFamily, unreadFamily } from '../features/notifications/notification-queries.ts';
import { productFamily, productsFamily } from '../features/product/product-keys.ts';
import { referralFamily } from '../features/referral/referral-queries.ts';
import { walletFamily } from '../features/wallet/wallet-queries.ts';
import { cartFamily } from '../lib/cart-keys.ts';
import type { QueryFamily } from '../lib/query-families.ts';
import { configFamily } from '../lib/shop-config.ts';

/** All query families; each one says, beside its queries, what the phone persists. */
export const queryFamilies: readonly QueryFamily[] = [
  configFamily,
  productsFamily,
  productFamily,
  groupFamily,
  centresFamily,
  cartFamily,
  myGroupsFamily,
  myStatsFamily,
  receiptFamily,
  listFamily,
  unreadFamily,
  referralFamily,
  walletFamily,
];
