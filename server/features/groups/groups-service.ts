import type { GroupInvitationLink } from '#contract/rules/group/group-invitation.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import type { GroupProgress, JoinedGroup, MyGroupsQuery, MyGroupsReply } from '#contract/schemas/group.ts';
import { getSqlState } from '../../db/connection/retry-conflicts.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { findGroupInvitation, type StoredGroupInvitation } from './group-invitation-repository.ts';
import {
  type FailedGroupLineForSoloPurchase,
  findFailedGroupLinesForSoloPurchase,
  leaveGroupAndCommitTransaction,
  type ReducedOrderLineQuantity,
  recordSwitchToSoloPurchase,
  reduceOrderLineQuantityAndCommit,
} from './group-member-repository.ts';
import { readGroupProgress } from './group-progress.ts';
import { sortMyGroups, toJoinedGroupReply, toJoinedGroupStatsReply } from './my-groups-presentation.ts';
import { findMyGroup, findMyGroups, findMyGroupTotals } from './my-groups-repository.ts';

const SHOWN_GROUPS = 200;
/** SQLSTATE of the SQL functions `leave_or_refuse` and `take_less` for a group that can no longer be left. */
const NO_LONGER_OPEN = 'AJ002';

export interface GroupsServiceDeps {
  /** Duration of a group in hours when the product has none of its own. */
  windowHours: () => number;
  cart: {
    get(db: Queryable, userId: string): Promise<Cart>;
    ensureLines(tx: Queryable, userId: string, lines: FailedGroupLineForSoloPurchase[]): Promise<Cart>;
  };
  now: () => Date;
}

/**
 * The operations of shoppers on groups. Functions with `tx` run in the caller's transaction, which has locked the
 * shopper's row.
 */
export interface GroupsService {
  /** Reads the progress of a product's current group. @throws {DomainError} product_not_found. */
  progress(db: Queryable, productId: string): Promise<GroupProgress>;
  /** Reads what a group's shared link shows to visitors; null for an unknown group or a solo purchase. */
  invitation(db: Queryable, link: GroupInvitationLink): Promise<StoredGroupInvitation | null>;
  /** @returns the shopper's newest 200 groups, with totals over all of them. */
  myGroups(db: Queryable, userId: string, query: MyGroupsQuery): Promise<MyGroupsReply>;
  /**
   * Removes the shopper from a forming group, refunds the items and commits. For a shopper who has already left, it
   * changes nothing.
   * @param complete stores the idempotent reply; it runs before the group's row is locked, because buyers wait for that
   * row.
   * @throws {DomainError} group_cannot_be_left for somebody who never joined, or when the group is no longer forming.
   */
  leave(tx: Transaction, userId: string, groupId: string, complete: () => Promise<void>): Promise<void>;
  /**
   * Lowers the quantity of a shopper's order line in a forming group, refunds the difference and commits. A repeat with
   * the same quantity changes nothing.
   * @param complete as in `leave`.
   * @throws {DomainError} group_cannot_take_less
   */
  takeLess(
    tx: Transaction,
    userId: string,
    reduced: ReducedOrderLineQuantity,
    complete: () => Promise<void>,
  ): Promise<void>;
  /** Reads one of the shopper's groups. @throws {DomainError} group_not_found. */
  myGroup(db: Queryable, userId: string, groupId: string): Promise<JoinedGroup>;
  /**
   * Puts the items of a failed group into the cart at the standard price, only once.
   * @throws {DomainError} group_not_failed, or an error of the cart.
   */
  switchToSolo(tx: Queryable, userId: string, groupId: string): Promise<Cart>;
}

/** Creates the service from the cart, the clock and the default group duration. @source groups.md and http.md */
export function createGroupsService({ windowHours, cart, now }: GroupsServiceDeps): GroupsService {
  return {
    async progress(db, productId) {
      const progress = await readGroupProgress(db, productId, windowHours());
      if (!progress) throw new DomainError('product_not_found');
      return progress;
    },

    invitation: findGroupInvitation,

    async myGroups(db, userId, query) {
      const rows = await findMyGroups(db, userId, SHOWN_GROUPS);
      const totals = await findMyGroupTotals(db, userId);
      return {
        success: true,
        data: sortMyGroups(rows.map(toJoinedGroupReply), query),
        stats: toJoinedGroupStatsReply(totals),
        serverTime: (rows[0]?.now ?? now()).toISOString(),
      };
    },

    async leave(tx, userId, groupId, complete) {
      await complete();
      await refuseWhenClosed(leaveGroupAndCommitTransaction(tx, userId, groupId), 'group_cannot_be_left');
    },

    async takeLess(tx, userId, reduced, complete) {
      await complete();
      await refuseWhenClosed(reduceOrderLineQuantityAndCommit(tx, userId, reduced), 'group_cannot_take_less');
    },

    async myGroup(db, userId, groupId) {
      const row = await findMyGroup(db, userId, groupId);
      if (!row) throw new DomainError('group_not_found');
      return toJoinedGroupReply(row);
    },

    async switchToSolo(tx, userId, groupId) {
      const lines = await findFailedGroupLinesForSoloPurchase(tx, userId, groupId);
      if (lines.length === 0) throw new DomainError('group_not_failed');
      const isFirst = await recordSwitchToSoloPurchase(tx, userId, groupId);
      return isFirst ? cart.ensureLines(tx, userId, lines) : cart.get(tx, userId);
    },
  };
}

async function refuseWhenClosed(
  change: Promise<void>,
  code: 'group_cannot_be_left' | 'group_cannot_take_less',
): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (getSqlState(error) === NO_LONGER_OPEN) throw new DomainError(code);
    throw error;
  }
}
