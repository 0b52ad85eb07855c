import { getGroupStatusLabel } from '#contract/rules/group/group-status.ts';
import { groupTexts } from '#contract/texts.ts';
import { writeAuditEntry } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { runAndRollBack } from '../../db/schema/dry-run.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import type { RequireAmountApproval } from '../../ledger/amount-approval.ts';
import {
  failGroupInReview,
  GroupStatusChangeRefusedError,
  moveReviewedGroupToSecured,
  putGroupInReview,
  resumeGroupAfterReview,
} from './group-moves.ts';
import { type GroupRowForOperator, readGroupForOperator } from './group-operator-repository.ts';

/** The operator who changes the group and the reason, for the audit log. */
interface OperatorContext {
  actor: string;
  reason: string;
  approvedBy?: string | null;
  key?: string | null;
  /** True: a dry run that makes the change, reads the result and rolls it back. */
  isDryRun?: boolean;
}

/**
 * Operators' changes of a group. Each is one transaction with its audit row and returns the group as it is afterwards.
 */
export interface GroupServiceForOperators {
  /** Puts a group into review. @throws {DomainError} group_not_found, transition_refused. */
  review(groupId: string, context: OperatorContext): Promise<GroupRowForOperator>;
  /**
   * Ends a review and gives the group its earlier status again.
   * @throws {DomainError} transition_refused, also when the product has a later open group.
   */
  resume(groupId: string, context: OperatorContext): Promise<GroupRowForOperator>;
  /** Secures a reviewed group whose minimum is reached and paid. */
  secure(groupId: string, context: OperatorContext): Promise<GroupRowForOperator>;
  /**
   * Fails a group in review. `requireAmountApproval` requires a second person's approval for a large sum of refunds.
   */
  fail(
    groupId: string,
    context: OperatorContext & { requireAmountApproval: RequireAmountApproval },
  ): Promise<GroupRowForOperator>;
}

export interface GroupServiceForOperatorsDeps {
  db: Database;
  /** Moves a secured group to the stage of its least advanced batch. */
  updateGroupStage: (tx: Queryable, groupId: string) => Promise<void>;
}

/** Creates the service through which operators change groups. @source groups.md and operator.md */
export function createGroupServiceForOperators({
  db,
  updateGroupStage,
}: GroupServiceForOperatorsDeps): GroupServiceForOperators {
  const change = (
    groupId: string,
    action: string,
    context: OperatorContext,
    move: (tx: Queryable, before: GroupRowForOperator) => Promise<boolean>,
    requireAmountApproval?: RequireAmountApproval,
  ): Promise<GroupRowForOperator> => {
    const run = async (tx: Queryable): Promise<GroupRowForOperator> => {
      const before = await readGroupForOperator(tx, groupId);
      if (!before) throw new DomainError('group_not_found');
      const hasMoved = await move(tx, before).catch((error: unknown) => {
        throw error instanceof GroupStatusChangeRefusedError ? refusal(error, before) : error;
      });
      if (!hasMoved) {
        throw new DomainError(
          'transition_refused',
          `Not possible: the group is ${getGroupStatusLabel(before.status).toLowerCase()}.`,
        );
      }
      const after = await readGroupForOperator(tx, groupId);
      if (!after) throw new Error(`group ${groupId} is gone`);
      if (!context.isDryRun) await requireAmountApproval?.(tx, after.refundKobo);
      const { actor, reason, approvedBy = null, key = null } = context;
      const target = `group:${groupId}`;
      const result = { ...after, approvedBy };
      await writeAuditEntry(tx, {
        actor,
        reason,
        action: `group.${action}`,
        target,
        before,
        after: result,
        key,
      });
      return after;
    };
    return context.isDryRun ? runAndRollBack(db, run) : db.transaction(run);
  };

  return {
    review: (groupId, context) =>
      change(groupId, 'review', context, (tx, { status }) => putGroupInReview(tx, groupId, status)),
    resume: (groupId, context) =>
      change(groupId, 'resume', context, (tx) => resumeGroupAfterReview(tx, groupId)),
    secure: (groupId, context) =>
      change(groupId, 'secure', context, async (tx) => {
        if (!(await moveReviewedGroupToSecured(tx, groupId))) return false;
        await updateGroupStage(tx, groupId);
        return true;
      }),
    fail: (groupId, context) =>
      change(groupId, 'fail', context, (tx) => failGroupInReview(tx, groupId), context.requireAmountApproval),
  };
}

function refusal(
  { reason }: GroupStatusChangeRefusedError,
  { paidUnits, minUnits }: GroupRowForOperator,
): DomainError {
  const text =
    reason === 'short'
      ? `Only ${paidUnits} of its ${minUnits} units are paid. Fail this group.`
      : groupTexts.newerGroupOpen;
  return new DomainError('transition_refused', text);
}
