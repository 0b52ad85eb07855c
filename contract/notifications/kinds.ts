import { koboToNaira, koboToNairaRoundedUp } from '../rules/money/kobo.ts';
import { formatNaira } from '../rules/money/money.ts';
import { formatLagosDateTimeWithZone } from '../rules/time/lagos-date.ts';
import type { NotificationCategory, NotificationSeverity } from '../schemas/notification.ts';
import { paymentTexts, walletTransactionTitles } from '../texts.ts';
import { buildPickupDaysData, buildProductPathData } from './data-fields.ts';
import type { NotificationEvent, NotificationEventKind, NotificationEventOfKind } from './events.ts';
import { GROUP_STATUS_LABELS, PAYMENT_METHOD_LABELS, SECURITY_CHANGE_TEXTS } from './labels.ts';

/**
 * Defines how each kind of notification is shown. Server and app use the same table.
 * @source jobs.md; spec sections 3 and 4 (Notifications)
 */

/** The rendered texts of a notification. `data` has the values that occur in the texts, with amounts in whole naira. */
interface Content {
  title: string;
  message: string;
  data: Record<string, unknown>;
}

interface Kind<Fact> {
  category: NotificationCategory;
  type: NotificationSeverity | ((fact: Fact) => NotificationSeverity);
  /**
   * @returns the notification's key; two notifications with the same key are stored once.
   * @param outboxKey key of the outbox row, for events without an id.
   */
  key: (fact: Fact, outboxKey: string) => string;
  /**
   * Renders title and message.
   * @param name title of the product or name of the shopper to whom the event's id belongs.
   */
  content: (fact: Fact, name: string) => Content;
}

/** A failed payment may still succeed later, so each outcome has its own notification. */
export const buildPaymentNotificationKey = (reference: string, ended?: 'failed' | 'credited' | 'returned') =>
  ended ? `pay:${reference}:${ended}` : `pay:${reference}`;
const groupKey = (...parts: (string | number | undefined)[]) =>
  ['group', ...parts].filter((part) => part !== undefined).join(':');

const paymentFailed = (error: string): Content => ({
  title: 'Payment Failed',
  message: `Payment failed: ${error}`,
  data: { error },
});
const groupUpdate = (groupId: string, status: string, productName: string, days = {}): Content => ({
  title: 'Group Buy Update',
  message: `Group buy update for ${productName}: ${status}`,
  data: { productName, status, groupId, ...days },
});

/** @param reason text for the shopper. A reason that the app does not know is shown verbatim. */
export const formatWalletChangeMessage = (differenceNaira: number, reason: string): string =>
  `Wallet ${differenceNaira < 0 ? 'debited' : 'credited'} ${formatNaira(Math.abs(differenceNaira))} - ${reason}`;

const NOTIFICATION_KINDS: { [K in NotificationEventKind]: Kind<NotificationEventOfKind<K>> } = {
  payment_successful: {
    category: 'payment',
    type: 'success',
    key: ({ reference }) => buildPaymentNotificationKey(reference),
    content: ({ totalKobo, method }) => {
      const data = { amount: koboToNaira(totalKobo), paymentMethod: PAYMENT_METHOD_LABELS[method] };
      const message = `Payment successful! ${formatNaira(data.amount)} paid via ${data.paymentMethod}`;
      return { title: 'Payment Successful', message, data };
    },
  },
  payment_failed: {
    category: 'payment',
    type: 'error',
    key: ({ reference, end }) => buildPaymentNotificationKey(reference, end ?? 'failed'),
    content: ({ reason }) => paymentFailed(reason),
  },
  payment_credited: {
    category: 'payment',
    type: 'error',
    key: ({ reference }) => buildPaymentNotificationKey(reference, 'credited'),
    content: ({ receivedKobo }) => paymentFailed(paymentTexts.credited(koboToNairaRoundedUp(receivedKobo))),
  },
  wallet: {
    category: 'wallet',
    type: 'info',
    key: ({ txId }) => `wallet:${txId}`,
    content: (fact) => {
      const [oldBalance, newBalance] = [koboToNaira(fact.oldBalanceKobo), koboToNaira(fact.newBalanceKobo)];
      const difference = newBalance - oldBalance;
      const reason = walletTransactionTitles[fact.reason] ?? fact.reason;
      const data = { oldBalance, newBalance, reason, difference };
      return { title: 'Wallet Updated', message: formatWalletChangeMessage(difference, reason), data };
    },
  },
  group_secured: {
    category: 'group_buy',
    type: 'success',
    key: ({ groupId }) => groupKey(groupId, 'successful'),
    content: ({ groupId, ...times }, productName) => ({
      title: 'Group Buy Secured',
      message: `Group buy secured for ${productName}! Your order is being processed.`,
      data: { productName, status: 'successful', groupId, ...buildPickupDaysData('successful', times) },
    }),
  },
  group_update: {
    category: 'group_buy',
    type: ({ status }) => (status === 'failed' ? 'warning' : 'info'),
    // A member gets one notification for each pickup centre with orders of this group.
    key: ({ groupId, status, centreId, round }) => groupKey(groupId, status, centreId, round),
    content: ({ groupId, status, ...times }, productName) => {
      const label = (GROUP_STATUS_LABELS as Readonly<Record<string, string>>)[status] ?? status;
      return groupUpdate(groupId, label, productName, buildPickupDaysData(status, times));
    },
  },
  group_moved: {
    category: 'group_buy',
    type: 'info',
    key: (_fact, outboxKey) => outboxKey,
    content: ({ groupId }, productName) => groupUpdate(groupId, GROUP_STATUS_LABELS.moved, productName),
  },
  pickup_reminder: {
    category: 'group_buy',
    type: 'info',
    key: ({ groupId, hours, round }) => groupKey(groupId, 'ready_for_pickup', hours, round),
    content: ({ groupId, ...times }, productName) =>
      groupUpdate(
        groupId,
        GROUP_STATUS_LABELS.ready_for_pickup,
        productName,
        buildPickupDaysData('ready_for_pickup', times),
      ),
  },
  referral_bonus: {
    category: 'referral',
    type: 'success',
    key: ({ userId, round }) => `referral:${userId}:${round}`,
    content: ({ amountKobo }) => ({
      title: 'Referral Bonus Earned',
      message: `Referral bonus earned! ${formatNaira(koboToNaira(amountKobo))} added to your wallet.`,
      data: { amount: koboToNaira(amountKobo) },
    }),
  },
  new_referral: {
    category: 'referral',
    type: 'info',
    key: ({ refereeId }) => `referral:${refereeId}`,
    content: (_fact, referralName) => ({
      title: 'New Referral',
      message: `New referral: ${referralName} joined!`,
      data: { referralName },
    }),
  },
  group_opened: {
    category: 'group_buy',
    type: 'info',
    key: ({ groupId }) => groupKey(groupId, 'opened'),
    content: ({ groupId, slug }, productName) => ({
      title: 'Group Buy Open',
      message: `A group for ${productName} is open. You can join it now.`,
      data: { productName, groupId, ...buildProductPathData(slug) },
    }),
  },
  group_almost_full: {
    category: 'group_buy',
    type: 'info',
    key: ({ groupId }) => groupKey(groupId, 'almost_full'),
    content: ({ groupId, slug, percent }, productName) => ({
      title: 'Group Buy Almost Full',
      message: `The group for ${productName} is ${percent}% full. You can still join it.`,
      data: { productName, groupId, ...buildProductPathData(slug) },
    }),
  },
  review_answered: {
    category: 'order',
    type: 'info',
    key: ({ reviewId, at }) => `review:${reviewId}:answered:${at}`,
    content: ({ slug }, productName) => ({
      title: 'Review Answered',
      message: `We answered your review of ${productName}.`,
      data: { productName, ...buildProductPathData(slug) },
    }),
  },
  security: {
    category: 'system',
    type: 'warning',
    key: (_fact, outboxKey) => outboxKey,
    content: ({ change, at }) => ({
      title: 'Security',
      message: SECURITY_CHANGE_TEXTS[change](formatLagosDateTimeWithZone(at)),
      data: { change, at },
    }),
  },
};

export interface RenderedNotification extends Content {
  key: string;
  type: NotificationSeverity;
  category: NotificationCategory;
}

/**
 * @returns a key that is unique among the notifications of one shopper.
 * @param outboxKey key of the outbox row, for events without an id.
 */
export function getNotificationKey(fact: NotificationEvent, outboxKey = ''): string {
  return (NOTIFICATION_KINDS[fact.fact] as Kind<NotificationEvent>).key(fact, outboxKey);
}

/**
 * Renders a notification's texts.
 * @param name title of the product or short name of the shopper to whom the event's id belongs.
 * @param outboxKey key of the outbox row, needed only for events without an id.
 * @throws {RangeError} on an amount that is not whole naira.
 */
export function renderNotification(fact: NotificationEvent, name = '', outboxKey = ''): RenderedNotification {
  const { category, type, content } = NOTIFICATION_KINDS[fact.fact] as Kind<NotificationEvent>;
  return {
    key: getNotificationKey(fact, outboxKey),
    type: typeof type === 'string' ? type : type(fact),
    category,
    ...content(fact, name),
  };
}

/** Chooses the event for a group's new status: `group_secured` for a success without review, else `group_update`. */
export function createGroupNotificationEvent(
  group: Omit<NotificationEventOfKind<'group_update'>, 'fact'>,
): NotificationEventOfKind<'group_secured'> | NotificationEventOfKind<'group_update'> {
  return group.status === 'successful' && group.round === undefined
    ? {
        fact: 'group_secured',
        groupId: group.groupId,
        ...(group.fullAt !== undefined && { fullAt: group.fullAt }),
        ...(group.expectedBy !== undefined && { expectedBy: group.expectedBy }),
      }
    : { ...group, fact: 'group_update' };
}

/**
 * Removes the payment's outcome from a key. So the server's notification replaces the one that the phone created
 * itself, whatever the outcome is.
 */
export function stripOutcomeFromPaymentNotificationKey(key: string): string {
  return key.startsWith(buildPaymentNotificationKey('')) ? key.split(':', 2).join(':') : key;
}
