import { getGroupStatusLabel } from '#contract/rules/group-status.ts';
import { groupTexts } from '#contract/texts.ts';
import { writeAuditEntry } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { runAndRollBack } from '../../db/schema/dry-run.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import type { RequireAmountApproval } from '../../ledger/amount-approval.ts';
import {
  failReviewedGroup,
  GroupStatusChangeRefusedError,
  putGroupInReview,
  resumeReviewedGroup,
  secureReviewedGroup,
} from './group-moves.ts';
import { type GroupRowForOperator, readGroupForOperator } from './group-operator-repository.ts';

/** Who changes the group and why, for the audit log. */
interface OperatorAct {
  actor: string;
  reason: string;
  approvedBy?: string | null;
  key?: string | null;
  /** True: makes the change, reads the result and rolls it back. */
  isDryRun?: boolean;
}

/**
 * Changes of a group by operators. Each is one transaction with its audit row and returns the group as it is
 * afterwards.
 */
export interface GroupOperatorService {
  /** @throws {DomainError} group_not_found, transition_refused. */
  review(groupId: string, act: OperatorAct): Promise<GroupRowForOperator>;
  /** Ends a review and restores the status before it. @throws {DomainError} with 'A newer group is open. …'. */
  resume(groupId: string, act: OperatorAct): Promise<GroupRowForOperator>;
  /** Secures a reviewed group whose minimum is reached and paid. */
  secure(groupId: string, act: OperatorAct): Promise<GroupRowForOperator>;
  /**
   * Fails a group in review. `requireAmountApproval` checks whether the sum of its refunds needs a second person, except in a dry
   * run.
   */
  fail(
    groupId: string,
    act: OperatorAct & { requireAmountApproval: RequireAmountApproval },
  ): Promise<GroupRowForOperator>;
}

export interface GroupOperatorDeps {
  db: Database;
  /** Moves a secured group to the stage of its least advanced batch. */
  updateGroupStage: (tx: Queryable, groupId: string) => Promise<void>;
}

/** @source groups.md and operator.md */
export function createGroupOperatorService({
  db,
  updateGroupStage,
}: GroupOperatorDeps): GroupOperatorService {
  const change = (
    groupId: string,
    action: string,
    act: OperatorAct,
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
      if (!act.isDryRun) await requireAmountApproval?.(tx, after.refundKobo);
      const { actor, reason, approvedBy = null, key = null } = act;
      const target = `group:${groupId}`;
      const told = { ...after, approvedBy };
      await writeAuditEntry(tx, {
        actor,
        reason,
        action: `group.${action}`,
        target,
        before,
        after: told,
        key,
      });
      return after;
    };
    return act.isDryRun ? runAndRollBack(db, run) : db.transaction(run);
  };

  return {
    review: (groupId, act) =>
      change(groupId, 'review', act, (tx, { status }) => putGroupInReview(tx, groupId, status)),
    resume: (groupId, act) => change(groupId, 'resume', act, (tx) => resumeReviewedGroup(tx, groupId)),
    secure: (groupId, act) =>
      change(groupId, 'secure', act, async (tx) => {
        if (!(await secureReviewedGroup(tx, groupId))) return false;
        await updateGroupStage(tx, groupId);
        return true;
      }),
    fail: (groupId, act) =>
      change(groupId, 'fail', act, (tx) => failReviewedGroup(tx, groupId), act.requireAmountApproval),
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
