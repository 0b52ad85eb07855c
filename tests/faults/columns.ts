import type { Column } from './column.ts';
import { payInitColumn, payReturnColumn } from './pay-columns.ts';
import { cartColumn, notifColumn, readsColumn, sessionColumn } from './shop-columns.ts';

export const COLUMNS: readonly Column[] = [
  cartColumn,
  payInitColumn,
  payReturnColumn,
  notifColumn,
  readsColumn,
  sessionColumn,
];
