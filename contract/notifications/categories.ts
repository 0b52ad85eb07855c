import { screenPathPatterns } from '../addresses.ts';
import type { NotificationCategory } from '../schemas/notification.ts';

interface Category {
  /** True: notifications of this category also arrive as push messages. */
  isPushed: boolean;
  opens: string;
  /** Data that a notification of this category makes outdated on the phone, so that the app fetches it again. */
  changes: readonly ('wallet' | 'groups' | 'group-stats' | 'cart' | 'alerts' | 'referral' | 'own-reviews')[];
  /** The same for data that is not the shopper's own. */
  publicChanges?: readonly 'reviews'[];
}

/** Lists the settings of every category; the compiler reports a missing one. @source jobs.md */
export const NOTIFICATION_CATEGORIES: Readonly<Record<NotificationCategory, Category>> = {
  payment: {
    isPushed: true,
    opens: screenPathPatterns.account,
    // The cart is fetched again, because a payment on one phone empties the cart on the shopper's other ones.
    changes: ['wallet', 'groups', 'group-stats', 'cart'],
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
  // A collected product can be reviewed, and the shop answers reviews.
  order: {
    isPushed: true,
    opens: screenPathPatterns.account,
    changes: ['groups', 'own-reviews'],
    publicChanges: ['reviews'],
  },
};
