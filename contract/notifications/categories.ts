import { screenPathPatterns } from '../addresses.ts';
import type { NotificationCategory } from '../schemas/notification.ts';

interface Category {
  /** Sent as a push message: money, groups and pickup. */
  isPushed: boolean;
  opens: string;
  /** The shopper's queries that the app must refetch. */
  changes: readonly ('wallet' | 'groups' | 'group-stats' | 'alerts' | 'referral')[];
}

/** The compiler reports a missing category. @source jobs.md */
export const NOTIFICATION_CATEGORIES: Readonly<Record<NotificationCategory, Category>> = {
  payment: {
    isPushed: true,
    opens: screenPathPatterns.account,
    changes: ['wallet', 'groups', 'group-stats'],
  },
  group_buy: {
    isPushed: true,
    opens: screenPathPatterns.account,
    changes: ['groups', 'group-stats', 'alerts'],
  },
  referral: { isPushed: false, opens: screenPathPatterns.account, changes: ['referral', 'wallet'] },
  wallet: { isPushed: false, opens: screenPathPatterns.account, changes: ['wallet'] },
  cart: { isPushed: false, opens: screenPathPatterns.account, changes: [] },
  system: { isPushed: false, opens: screenPathPatterns.account, changes: [] },
  order: { isPushed: true, opens: screenPathPatterns.account, changes: ['groups'] },
};
