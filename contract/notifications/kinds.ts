import { screens } from '../addresses.ts';
import { creditedNaira, koboToNaira } from '../money.ts';
import type { GroupStatus } from '../schemas/group.ts';
import type { NotificationCategory, NotificationType } from '../schemas/notification.ts';
import type { FactOf, NotificationKind } from './facts.ts';

/**
 * The one table of notifications: what each kind of fact becomes. Its words stand in `words.ts`, its fields in
 * `facts.ts`. The server's rendering, push and the app's own twin of a notification read it; a kind or category that
 * is missing does not compile.
 *
 * @source notifications.md; spec sections 3 and 4 (Notifications)
 */

interface Category {
  /** Worth a message on a locked phone: money, groups and pickup. */
  isPushed: boolean;
  /** Path of the screen that a tap on the pushed message opens. */
  opens: string;
  /** Families of the shopper's own reads whose figures have changed. */
  changes: readonly ('wallet' | 'groups' | 'group-stats' | 'referral')[];
}

const opens = screens.account;

export const NOTIFICATION_CATEGORIES: Readonly<Record<NotificationCategory, Category>> = {
  payment: { isPushed: true, opens, changes: ['wallet', 'groups', 'group-stats'] },
  group_buy: { isPushed: true, opens, changes: ['groups', 'group-stats'] },
  referral: { isPushed: false, opens, changes: ['referral', 'wallet'] },
  wallet: { isPushed: false, opens, changes: ['wallet'] },
  cart: { isPushed: false, opens, changes: [] },
  system: { isPushed: false, opens, changes: [] },
  order: { isPushed: true, opens, changes: ['groups'] },
};

/** What `data` calls things, in the words of a language. */
export interface Terms {
  methods: Readonly<Record<FactOf<'payment_successful'>['method'], string>>;
  /** Of a group; a status that is missing is shown as it is. */
  statuses: Readonly<Record<GroupStatus | 'moved' | 'not_ready', string>>;
  /** By the ledger's reason; one that is missing is shown as it is. */
  walletReasons: Readonly<Record<string, string>>;
  /** Where money went that no order could be made of. */
  credited: (receivedNaira: number) => string;
}

interface Kind<K extends NotificationKind> {
  category: NotificationCategory;
  type: NotificationType | ((fact: FactOf<K>) => NotificationType);
  /**
   * Names the fact among a shopper's notifications: a repeat is the same notification.
   *
   * @param outboxKey the fact's name in the outbox, for facts that have no id of their own.
   */
  key: (fact: FactOf<K>, outboxKey: string) => string;
  /** @param name of the product or shopper that the fact names by id. Amounts in whole naira. */
  data: (fact: FactOf<K>, terms: Terms, name: string) => Record<string, unknown>;
}

/** A payment may fail and be paid after all: each end is told under a key of its own. */
export const paymentKey = (reference: string, end?: 'failed' | 'credited' | 'returned') =>
  end ? `pay:${reference}:${end}` : `pay:${reference}`;
const groupKey = (...parts: (string | number | undefined)[]) =>
  ['group', ...parts].filter((part) => part !== undefined).join(':');

export const NOTIFICATION_KINDS = {
  payment_successful: {
    category: 'payment',
    type: 'success',
    key: ({ reference }) => paymentKey(reference),
    data: ({ totalKobo, method }, { methods }) => ({
      amount: koboToNaira(totalKobo),
      paymentMethod: methods[method],
    }),
  },
  payment_failed: {
    category: 'payment',
    type: 'error',
    key: ({ reference, end }) => paymentKey(reference, end ?? 'failed'),
    data: ({ reason }) => ({ error: reason }),
  },
  payment_credited: {
    category: 'payment',
    type: 'error',
    key: ({ reference }) => paymentKey(reference, 'credited'),
    data: ({ receivedKobo }, { credited }) => ({ error: credited(creditedNaira(receivedKobo)) }),
  },
  wallet: {
    category: 'wallet',
    type: 'info',
    key: ({ txId }) => `wallet:${txId}`,
    data: ({ oldBalanceKobo, newBalanceKobo, reason }, { walletReasons }) => {
      const [oldBalance, newBalance] = [koboToNaira(oldBalanceKobo), koboToNaira(newBalanceKobo)];
      return {
        oldBalance,
        newBalance,
        reason: walletReasons[reason] ?? reason,
        difference: newBalance - oldBalance,
      };
    },
  },
  group_secured: {
    category: 'group_buy',
    type: 'success',
    key: ({ groupId }) => groupKey(groupId, 'successful'),
    data: ({ groupId }, _terms, productName) => ({ productName, status: 'successful', groupId }),
  },
  group_update: {
    category: 'group_buy',
    type: ({ status }) => (status === 'failed' ? 'warning' : 'info'),
    // A member with orders at two centres hears of each.
    key: ({ groupId, status, centreId, round }) => groupKey(groupId, status, centreId, round),
    data: ({ groupId, status }, { statuses }, productName) => ({
      productName,
      status: (statuses as Readonly<Record<string, string>>)[status] ?? status,
      groupId,
    }),
  },
  group_moved: {
    category: 'group_buy',
    type: 'info',
    key: (_fact, outboxKey) => outboxKey,
    data: ({ groupId }, { statuses }, productName) => ({ productName, status: statuses.moved, groupId }),
  },
  pickup_reminder: {
    category: 'group_buy',
    type: 'info',
    key: ({ groupId, hours, round }) => groupKey(groupId, 'ready_for_pickup', hours, round),
    data: ({ groupId }, { statuses }, productName) => ({
      productName,
      status: statuses.ready_for_pickup,
      groupId,
    }),
  },
  referral_bonus: {
    category: 'referral',
    type: 'success',
    key: ({ userId, round }) => `referral:${userId}:${round}`,
    data: ({ amountKobo }) => ({ amount: koboToNaira(amountKobo) }),
  },
  new_referral: {
    category: 'referral',
    type: 'info',
    key: ({ refereeId }) => `referral:${refereeId}`,
    data: (_fact, _terms, referralName) => ({ referralName }),
  },
  security: {
    category: 'system',
    type: 'warning',
    key: (_fact, outboxKey) => outboxKey,
    data: ({ change, at }) => ({ change, at }),
  },
} satisfies { [K in NotificationKind]: Kind<K> };

export type NotificationData<K extends NotificationKind> = ReturnType<(typeof NOTIFICATION_KINDS)[K]['data']>;

/** What the members of a group are told of its status. The first success has a kind of its own, a resumed group not. */
export function groupFact(
  group: Omit<FactOf<'group_update'>, 'fact'>,
): FactOf<'group_secured'> | FactOf<'group_update'> {
  return group.status === 'successful' && group.round === undefined
    ? { fact: 'group_secured', groupId: group.groupId }
    : { ...group, fact: 'group_update' };
}

/**
 * The name under which a phone knows a fact before the server tells it: of a payment only that it ended, not how, so
 * that the server's notification of either end takes the place of the phone's own.
 */
export function factKeyOf(key: string): string {
  return key.startsWith(paymentKey('')) ? key.split(':', 2).join(':') : key;
}
