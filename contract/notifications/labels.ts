import type { GroupStatus } from '../schemas/group.ts';
import type { NotificationEventOfKind } from './events.ts';

/** How notifications call payment methods, group statuses and security changes. @source jobs.md */

export const PAYMENT_METHOD_LABELS: Readonly<
  Record<NotificationEventOfKind<'payment_successful'>['method'], string>
> = {
  wallet_only: 'Wallet',
  flutterwave_only: 'Card',
  wallet_and_flutterwave: 'Wallet + Card',
};

export const GROUP_STATUS_LABELS: Readonly<Record<GroupStatus | 'moved' | 'not_ready', string>> = {
  processing: 'processing',
  packaging: 'packaging',
  ready_for_pickup: 'ready for pickup',
  delivered: 'delivered',
  failed: 'failed',
  refunded: 'refunded',
  manual_review: 'under review',
  moved: 'moved to the next group',
  // The status `not_ready` withdraws an earlier notification that the goods are ready.
  not_ready: 'not ready for pickup yet. Our last message was too early, we will write again when it is ready',
  // An operator may let a group in review go on; its status is then `active` again.
  active: 'forming',
  successful: 'secured',
  secured: 'secured',
};

export const SECURITY_CHANGE_TEXTS: Readonly<
  Record<NotificationEventOfKind<'security'>['change'], (at: string) => string>
> = {
  password_changed: (at) => `Your password was changed on ${at}.`,
  recovery_key_changed: (at) => `Your recovery key was changed on ${at}.`,
  session_revoked: (at) => `A device was signed out on ${at} because its session was used twice.`,
};
