import { formatNaira } from '../money.ts';
import { paymentTexts, walletReasonWords } from '../texts.ts';
import type { NotificationKind } from './facts.ts';
import type { NotificationData, Terms } from './kinds.ts';

/** What every kind of notification says. A later language is another table of this shape. @source notifications.md */
export interface NotificationWords {
  /** What the `data` of a notification calls things. */
  terms: Terms;
  /** Made of the notification's `data` alone. */
  kinds: { [K in NotificationKind]: { title: string; message: (data: NotificationData<K>) => string } };
}

const groupUpdate = {
  title: 'Group Buy Update',
  message: ({ productName, status }: { productName: string; status: string }) =>
    `Group buy update for ${productName}: ${status}`,
};
const paymentFailed = {
  title: 'Payment Failed',
  message: ({ error }: { error: string }) => `Payment failed: ${error}`,
};

const security: Readonly<Record<NotificationData<'security'>['change'], (at: string) => string>> = {
  password_changed: (at) => `Your password was changed on ${at}.`,
  recovery_key_changed: (at) => `Your recovery key was changed on ${at}.`,
  session_revoked: (at) => `A device was signed out on ${at} because its session was used twice.`,
};

export const NOTIFICATION_WORDS: NotificationWords = {
  terms: {
    methods: {
      wallet_only: 'Wallet',
      flutterwave_only: 'Card',
      wallet_and_flutterwave: 'Wallet + Card',
    },
    statuses: {
      processing: 'processing',
      packaging: 'packaging',
      ready_for_pickup: 'ready for pickup',
      delivered: 'delivered',
      failed: 'failed',
      refunded: 'refunded',
      manual_review: 'under review',
      moved: 'moved to the next group',
      // An earlier notification said too early that the goods are at the centre.
      not_ready:
        'not ready for pickup yet. Our last message was too early, we will write again when it is ready',
      // Out of review, back to where the group was.
      active: 'forming',
      successful: 'secured',
      secured: 'secured',
    },
    walletReasons: walletReasonWords,
    credited: paymentTexts.credited,
  },
  kinds: {
    payment_successful: {
      title: 'Payment Successful',
      message: ({ amount, paymentMethod }) =>
        `Payment successful! ${formatNaira(amount)} paid via ${paymentMethod}`,
    },
    payment_failed: paymentFailed,
    payment_credited: paymentFailed,
    wallet: {
      title: 'Wallet Updated',
      message: ({ difference, reason }) =>
        `Wallet ${difference < 0 ? 'debited' : 'credited'} ${formatNaira(Math.abs(difference))} - ${reason}`,
    },
    group_secured: {
      title: 'Group Buy Secured',
      message: ({ productName }) => `Group buy secured for ${productName}! Your order is being processed.`,
    },
    group_update: groupUpdate,
    group_moved: groupUpdate,
    pickup_reminder: groupUpdate,
    referral_bonus: {
      title: 'Referral Bonus Earned',
      message: ({ amount }) => `Referral bonus earned! ${formatNaira(amount)} added to your wallet.`,
    },
    new_referral: {
      title: 'New Referral',
      message: ({ referralName }) => `New referral: ${referralName} joined!`,
    },
    security: { title: 'Security', message: ({ change, at }) => security[change](lagosTime(at)) },
  },
};

/** `21 Nov 2026, 14:05 WAT`; Lagos keeps UTC+1 all year, and old phones lack the time zone data. */
function lagosTime(at: string): string {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const lagos = new Date(Date.parse(at) + 3_600_000);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${lagos.getUTCDate()} ${months[lagos.getUTCMonth()]} ${lagos.getUTCFullYear()}, ${twoDigits(lagos.getUTCHours())}:${twoDigits(lagos.getUTCMinutes())} WAT`;
}
