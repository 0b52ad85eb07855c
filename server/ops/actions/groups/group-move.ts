import { Type } from 'typebox';
import { koboToNaira } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import {
  opsGroupFail,
  opsGroupResume,
  opsGroupReview,
  opsGroupSecure,
} from '#contract/ops-groups-endpoints.ts';
import { countWithNoun } from '#contract/rules/count-of.ts';
import { statusLabel } from '#contract/rules/group-status.ts';
import { OpsGroupParams, OpsMoveBody, OpsMoveReply } from '#contract/schemas/ops-groups.ts';
import { updateGroupStage } from '../../../features/fulfilment/batch-service.ts';
import type { OperatorGroup } from '../../../features/groups/group-operator-repository.ts';
import { createGroupOperatorService } from '../../../features/groups/group-operator-service.ts';
import { type Action, type Answer, action, call } from '../../action.ts';
import { approveSumFor } from '../../operators.ts';
import { presentGroup } from './present-group.ts';

const ENDPOINTS = {
  review: opsGroupReview,
  resume: opsGroupResume,
  secure: opsGroupSecure,
  fail: opsGroupFail,
};

export const groupReviewAction = move('review', 'Put a group under review. Members are notified.');
export const groupResumeAction = move('resume', 'End the review of a group: it continues where it was.');
export const groupSecureAction = move('secure', 'Secure a group under review that has its minimum.');
export const groupFailAction = move('fail', 'Fail a group under review. What was not collected is refunded.');

function move(verb: keyof typeof ENDPOINTS, summary: string): Action {
  return action({
    name: `group ${verb}`,
    summary,
    roles: ['ops'],
    key: 'given',
    movesMoney: verb === 'fail',
    body: Type.Object({ ...OpsGroupParams.properties, ...OpsMoveBody.properties }),
    positionals: ['groupId'],
    console: call(ENDPOINTS[verb], OpsMoveReply),
    async run(context, { groupId, reason, dryRun: isDryRun = false }) {
      const { db, actor, approvedBy, key } = context;
      const act = { actor, reason, approvedBy, key, isDryRun, judgeSum: approveSumFor(context) };
      const moved = await createGroupOperatorService({ db, updateGroupStage })[verb](groupId, act);
      return answer(moved, isDryRun);
    },
  });
}

/** A dry run and a real status change return the same figures of the group. */
function answer(group: OperatorGroup, isDryRun: boolean): Answer {
  const naira = (kobo: number) => formatNaira(koboToNaira(kobo));
  const { unitsSold, minUnits, baseUnit, paidUnits, status } = group;
  const needed = baseUnit ? `${minUnits} ${baseUnit}` : countWithNoun(minUnits, 'unit');
  const collected = `${countWithNoun(group.collectedMembers, 'member')}, ${naira(group.collectedKobo)}`;
  const figures = [
    `${countWithNoun(group.participantCount, 'member')}, ${unitsSold} of ${needed}, ${paidUnits} of them paid: ${naira(group.owedKobo)}.`,
    ...(group.collectedMembers > 0 ? [`Collected: ${collected}; they keep it.`] : []),
    ...(status === 'failed'
      ? [`To refund: ${countWithNoun(group.refundMembers, 'member')}, ${naira(group.refundKobo)}.`]
      : []),
  ];
  const says = [
    ...figures,
    ...(status === 'failed' ? ['Refunds go into their wallets. Every member is notified.'] : []),
    `The group would be: ${statusLabel(status)}.`,
  ];
  return {
    data: {
      ...presentGroup(group),
      isDryRun,
      about: { groupId: group.groupId, product: group.product },
      says,
    },
    said: [...figures, `The group ${isDryRun ? 'would be' : 'is now'} ${status}.`].join('\n'),
  };
}
