import type { Column } from './column.ts';
import { recoveryColumn, signUpColumn } from './guest-columns.ts';
import { leaveColumn, profileColumn, pushColumn } from './member-columns.ts';
import { payInitColumn, payReturnColumn } from './pay-columns.ts';
import { cartColumn, notifColumn, readsColumn, sessionColumn } from './shop-columns.ts';

/** What a shopper does in the shop, up to the order. */
export const SHOP_COLUMNS: readonly Column[] = [
  cartColumn,
  payInitColumn,
  payReturnColumn,
  notifColumn,
  readsColumn,
  sessionColumn,
];

/** What a shopper does with the account, and with bought goods. */
export const ACCOUNT_COLUMNS: readonly Column[] = [
  recoveryColumn,
  signUpColumn,
  profileColumn,
  leaveColumn,
  pushColumn,
];
