import type { NotificationCategory } from '#contract/schemas/notification.ts';
import type { IconName } from '../../../ui/icon/icon-paths.ts';

interface CategoryStyle {
  icon: IconName;
  tone: 'brand' | 'maize' | 'deal' | 'info' | 'success' | 'danger';
}

/** Label, icon and colour of each category, in the order of the filters. @source spec section 3 (Notification) */
const CATEGORY_STYLES: Readonly<Record<NotificationCategory, CategoryStyle & { label: string }>> = {
  payment: { label: 'Payment', icon: 'card', tone: 'info' },
  group_buy: { label: 'Group buy', icon: 'users', tone: 'brand' },
  referral: { label: 'Referral', icon: 'target', tone: 'maize' },
  wallet: { label: 'Wallet', icon: 'money-bag', tone: 'deal' },
  cart: { label: 'Cart', icon: 'cart', tone: 'brand' },
  system: { label: 'System', icon: 'gear', tone: 'info' },
  order: { label: 'Order', icon: 'box', tone: 'brand' },
};
const GENERIC: CategoryStyle = { icon: 'bell', tone: 'brand' };

export type NotificationCategoryFilter = 'all' | NotificationCategory;

export const notificationCategoryOptions: readonly { value: NotificationCategoryFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  ...Object.entries(CATEGORY_STYLES).map(([value, { label }]) => ({
    value: value as NotificationCategory,
    label,
  })),
];

/** @param category from the server, which may be newer than the app and send an unknown one. */
export function getNotificationCategoryStyle(category: string): CategoryStyle {
  return (CATEGORY_STYLES as Partial<Record<string, CategoryStyle>>)[category] ?? GENERIC;
}
