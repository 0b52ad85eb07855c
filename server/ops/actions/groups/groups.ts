import { Type } from 'typebox';
import * as calls from '#contract/ops/groups-endpoints.ts';
import { FULFILMENT_STAGES, getGroupStatusLabel } from '#contract/rules/group/group-status.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { PositiveIntegerUpTo } from '#contract/schemas/basics.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import * as schemas from '#contract/schemas/ops/groups.ts';
import { syncGroupStageWithBatches } from '../../../features/fulfilment/batch-service.ts';
import {
  type GroupRowForOperator,
  listGroupsForOperator,
  readGroupForOperator,
  readGroupMembers,
} from '../../../features/groups/group-operator-repository.ts';
import { createGroupServiceForOperators } from '../../../features/groups/group-operator-service.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { type ActionResult, defineAction, defineConsoleEndpoint, type OperatorAction } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { createAmountApprovalCheck } from '../../operators.ts';
import { GROUP_AT_RISK_HOURS } from '../../queries/today-repository.ts';

const LISTED = 200;
/** Statuses of groups that have ended, which are listed only on request. */
const OVER: readonly GroupStatus[] = ['delivered', 'refunded'];
const UNDER_WAY = (['manual_review', 'active', 'successful', 'failed', ...FULFILMENT_STAGES] as const).filter(
  (status) => !OVER.includes(status),
);

const groupListAction = defineAction({
  name: 'group list',
  summary:
    'Groups that are open or still have goods to hand out, earliest deadline first. --status delivered or refunded: latest first.',
  roles: ['support', 'ops', 'finance'],
  body: Type.Object({
    ...schemas.OpsGroupsQuery.properties,
    limit: Type.Optional(PositiveIntegerUpTo(LISTED)),
  }),
  console: defineConsoleEndpoint(calls.opsListGroups, schemas.OpsGroupsReply),
  async run({ db }, { status, product, closing, after, limit = LISTED }) {
    const groups = await listGroupsForOperator(db, {
      statuses: closing ? ['active'] : status ? [status] : UNDER_WAY,
      closingHours: closing ? GROUP_AT_RISK_HOURS : undefined,
      slug: product,
      after,
      withOwed: status === undefined && !closing,
      latestFirst: status !== undefined && OVER.includes(status),
      limit,
    });
    return { data: groups.map(toGroupReplyForOperator) };
  },
  print: (groups: ReturnType<typeof toGroupReplyForOperator>[]) =>
    formatTextTable(
      groups.map(({ groupId, product, kind, status, units, participants, deadline }) => ({
        ...{ groupId, product, kind, status, units, participants, deadline },
      })),
    ),
});

const groupShowAction = defineAction({
  name: 'group show',
  summary: 'One group with its members and what the shop owes them.',
  roles: ['support', 'ops', 'finance'],
  body: schemas.OpsGroupIdParams,
  positionals: ['groupId'],
  console: defineConsoleEndpoint(calls.opsGetGroup, schemas.OpsGroupReply),
  async run({ db }, { groupId }) {
    const group = await readGroupForOperator(db, groupId);
    if (!group) throw new DomainError('group_not_found');
    const members = (await readGroupMembers(db, group.groupId)).map(
      ({ paidKobo, refundedKobo, ...member }) => ({
        ...member,
        paidNaira: koboToNaira(paidKobo),
        refundedNaira: refundedKobo / 100,
      }),
    );
    return { data: { ...toGroupReplyForOperator(group), members }, lookedAt: `group:${group.groupId}` };
  },
});

const ENDPOINTS = {
  review: calls.opsStartGroupReview,
  resume: calls.opsResumeGroup,
  secure: calls.opsSecureGroup,
  fail: calls.opsFailGroup,
};

const groupReviewAction = move('review', 'Put a group under review. Members are notified.');
const groupResumeAction = move('resume', 'End the review of a group: it continues where it was.');
const groupSecureAction = move('secure', 'Secure a group under review that has its minimum.');
const groupFailAction = move('fail', 'Fail a group under review. What was not collected is refunded.');

function move(verb: keyof typeof ENDPOINTS, summary: string): OperatorAction {
  return defineAction({
    name: `group ${verb}`,
    summary,
    roles: ['ops'],
    key: 'given',
    movesMoney: verb === 'fail',
    body: Type.Object({
      ...schemas.OpsGroupIdParams.properties,
      ...schemas.OpsGroupTransitionBody.properties,
    }),
    positionals: ['groupId'],
    console: defineConsoleEndpoint(ENDPOINTS[verb], schemas.OpsGroupTransitionReply),
    async run(context, { groupId, reason, dryRun: isDryRun = false }) {
      const { db, actor, approvedBy, key } = context;
      const act = {
        actor,
        reason,
        approvedBy,
        key,
        isDryRun,
        requireAmountApproval: createAmountApprovalCheck(context),
      };
      const moved = await createGroupServiceForOperators({ db, updateGroupStage: syncGroupStageWithBatches })[
        verb
      ](groupId, act);
      return answer(moved, isDryRun);
    },
  });
}

/** Builds the result of a group's status change. The figures are the same after a dry run and after the real change. */
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
    said: [...figures, `The group ${isDryRun ? 'would be' : 'is now'} ${status}.`].join('\n'),
  };
}

/** Converts a group to the operator's reply, with amounts in naira. */
function toGroupReplyForOperator({
  owedKobo,
  collectedKobo,
  refundKobo,
  unitsSold,
  minUnits,
  participantCount,
  ...group
}: GroupRowForOperator) {
  return {
    ...group,
    unitsSold,
    minUnits,
    units: `${unitsSold}/${minUnits}`,
    participants: participantCount,
    owedNaira: koboToNaira(owedKobo),
    collectedNaira: koboToNaira(collectedKobo),
    refundNaira: koboToNaira(refundKobo),
  };
}

export const groupActions = [
  groupListAction,
  groupShowAction,
  groupReviewAction,
  groupResumeAction,
  groupSecureAction,
  groupFailAction,
];
