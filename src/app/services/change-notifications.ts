import { partialMatchKey, type QueryClient } from '@tanstack/react-query';
import { REFERRAL_BONUS_NAIRA } from '#contract/limits.ts';
import { createGroupNotificationEvent } from '#contract/notifications/kinds.ts';
import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import type { GroupStatus, JoinedGroup } from '#contract/schemas/group.ts';
import type { ReferralInfo } from '#contract/schemas/referral.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { persistedJoinedGroupsQueries } from '../../features/group/group-queries.ts';
import { referralQueryKeys } from '../../features/referral/referral-queries.ts';
import { walletQueryKeys } from '../../features/wallet/wallet-queries.ts';
import {
  createLocalNotification,
  emitLocalNotification,
  type LocalNotification,
} from '../../lib/local-notification.ts';

/**
 * Notifies the shopper of changes between two responses of the same query, because without a socket nothing else
 * reports them.
 * @returns a function that unsubscribes.
 * @source spec section 4 (Notifications)
 */
export function subscribeToChangesBetweenFetches(queryClient: QueryClient, userId: string): () => void {
  const known = new Map<Watched, unknown>();
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { queryKey, state } = event.query;
    const watched = WATCHED.find(({ key }) => partialMatchKey(queryKey, key(userId)));
    if (!watched) return;
    const before = known.get(watched);
    known.set(watched, state.data);
    if (before === undefined) return;
    for (const fact of watched.read(before as never, state.data as never, userId))
      emitLocalNotification(fact);
  });
}

interface Watched {
  /** Returns the key prefix of the queries whose old and new responses are compared. */
  key: (userId: string) => readonly string[];
  read: (before: never, after: never, userId: string) => LocalNotification[];
}

const WATCHED: readonly Watched[] = [
  { key: walletQueryKeys.wallet, read: readWallet },
  { key: persistedJoinedGroupsQueries.key, read: createGroupStatusNotifications },
  { key: referralQueryKeys.info, read: createReferralNotifications },
];

/** @returns the new transactions, oldest first, each with the balance before and after. */
function readWallet(before: Wallet, after: Wallet): LocalNotification[] {
  const old = new Set(before.transactions.map(({ id }) => id));
  let balance = after.balance;
  const facts: LocalNotification[] = [];
  for (const { id, type, amount, reason } of after.transactions) {
    if (old.has(id)) break;
    const oldBalance = balance - (type === 'credit' ? amount : -amount);
    const [oldBalanceKobo, newBalanceKobo] = [nairaToKobo(oldBalance), nairaToKobo(balance)];
    facts.unshift(
      createLocalNotification({ fact: 'wallet', txId: id, reason, oldBalanceKobo, newBalanceKobo }),
    );
    balance = oldBalance;
  }
  return facts;
}

/** The group statuses of which shoppers are notified; the server sends notifications of the same ones. */
const NOTIFIED_STATUSES: readonly GroupStatus[] = [
  'successful',
  'processing',
  'packaging',
  'ready_for_pickup',
  'delivered',
  'failed',
  'refunded',
];

/** @returns one notification for each group whose status has changed. */
export function createGroupStatusNotifications(
  before: { data: JoinedGroup[] },
  after: { data: JoinedGroup[] },
): LocalNotification[] {
  const old = new Map(before.data.map(({ _id, status }) => [_id, status]));
  return after.data.flatMap(({ _id, status, productId }) =>
    old.has(_id) && old.get(_id) !== status && NOTIFIED_STATUSES.includes(status)
      ? [createLocalNotification(createGroupNotificationEvent({ groupId: _id, status }), productId.title)]
      : [],
  );
}

/** @returns notifications of new referrals and paid bonuses. */
export function createReferralNotifications(
  before: ReferralInfo,
  after: ReferralInfo,
  userId: string,
): LocalNotification[] {
  const old = new Set(before.referredUsers.map(({ id }) => id));
  const joined = after.referredUsers
    .filter(({ id }) => id && !old.has(id))
    .map(({ id, name }) => createLocalNotification({ fact: 'new_referral', refereeId: id }, name));
  const rounds = Array.from(
    { length: Math.max(0, after.completedRounds - before.completedRounds) },
    (_, index) =>
      createLocalNotification({
        fact: 'referral_bonus',
        userId,
        round: before.completedRounds + index + 1,
        amountKobo: nairaToKobo(REFERRAL_BONUS_NAIRA),
      }),
  );
  return [...joined, ...rounds];
}
