import { Type } from 'typebox';
import {
  opsFailGroup,
  opsMarkGroupSecured,
  opsResumeGroup,
  opsStartGroupReview,
} from '#contract/ops/groups-endpoints.ts';
import { getGroupStatusLabel } from '#contract/rules/group/group-status.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import {
  OpsChangeGroupStatusBody,
  OpsChangeGroupStatusReply,
  OpsGroupIdParams,
} from '#contract/schemas/ops/groups.ts';
import { syncGroupStageWithBatches } from '../../../features/fulfilment/batch-service.ts';
import type { GroupRowForOperator } from '../../../features/groups/group-operator-repository.ts';
import { createGroupServiceForOperators } from '../../../features/groups/group-operator-service.ts';
import { type ActionResult, defineAction, defineConsoleEndpoint, type OperatorAction } from '../../action.ts';
import { createAmountApprovalCheck } from '../../operators.ts';
import { toGroupReplyForOperator } from './group-reply.ts';

const ENDPOINTS = {
  review: opsStartGroupReview,
  resume: opsResumeGroup,
  secure: opsMarkGroupSecured,
  fail: opsFailGroup,
};

export const groupReviewAction = move('review', 'Put a group under review. Members are notified.');
export const groupResumeAction = move('resume', 'End the review of a group: it continues where it was.');
export const groupSecureAction = move('secure', 'Secure a group under review that has its minimum.');
export const groupFailAction = move('fail', 'Fail a group under review. What was not collected is refunded.');

function move(verb: keyof typeof ENDPOINTS, summary: string): OperatorAction {
  return defineAction({
    name: `group ${verb}`,
    summary,
    roles: ['ops'],
    key: 'given',
    movesMoney: verb === 'fail',
    body: Type.Object({ ...OpsGroupIdParams.properties, ...OpsChangeGroupStatusBody.properties }),
    positionals: ['groupId'],
    console: defineConsoleEndpoint(ENDPOINTS[verb], OpsChangeGroupStatusReply),
    async run(context, { groupId, reason, dryRun: isDryRun = false }) {
      const { db, actor, approvedBy, key } = context;
      const operation = {
        actor,
        reason,
        approvedBy,
        key,
        isDryRun,
        requireAmountApproval: createAmountApprovalCheck(context),
      };
      const moved = await createGroupServiceForOperators({ db, updateGroupStage: syncGroupStageWithBatches })[
        verb
      ](groupId, operation);
      return answer(moved, isDryRun);
    },
  });
}

/** Builds the result of a group's status change. A dry run returns the same numbers. */
function answer(group: GroupRowForOperator, isDryRun: boolean): ActionResult {
  const naira = (kobo: number) => formatNaira(koboToNaira(kobo));
  const { unitsSold, minUnits, baseUnit, paidUnits, status } = group;
  const needed = baseUnit ? `${minUnits} ${baseUnit}` : formatCountWithNoun(minUnits, 'unit');
  const collected = `${formatCountWithNoun(group.collectedMembers, 'member')}, ${naira(group.collectedKobo)}`;
  const figures = [
    `${formatCountWithNoun(group.participantCount, 'member')}, ${unitsSold} of ${needed}, ${paidUnits} of them paid: ${naira(group.owedKobo)}.`,
    ...(group.collectedMembers > 0 ? [`Collected: ${collected}; they keep it.`] : []),
    ...(status === 'failed'
      ? [`To refund: ${formatCountWithNoun(group.refundMembers, 'member')}, ${naira(group.refundKobo)}.`]
      : []),
  ];
  const says = [
    ...figures,
    ...(status === 'failed' ? ['Refunds go into their wallets. Every member is notified.'] : []),
    `The group would be: ${getGroupStatusLabel(status)}.`,
  ];
  return {
    data: {
      ...toGroupReplyForOperator(group),
      isDryRun,
      about: { groupId: group.groupId, product: group.product },
      says,
    },
    text: [...figures, `The group ${isDryRun ? 'would be' : 'is now'} ${status}.`].join('\n'),
  };
}
