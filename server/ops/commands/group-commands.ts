import { koboToNaira } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { countOf } from '#contract/rules/count-of.ts';
import { FULFILMENT_STAGES, statusLabel } from '#contract/rules/group-status.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import { followBatches } from '../../features/fulfilment/batch-service.ts';
import {
  listGroupsForOperator,
  type OperatorGroup,
  readGroupForOperator,
  readGroupMembers,
} from '../../features/groups/group-operator-repository.ts';
import {
  createGroupOperatorService,
  type GroupOperatorService,
  type OperatorAct,
} from '../../features/groups/group-operator-service.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import type { JudgeSum } from '../../ledger/judge-sum.ts';
import { isUuid } from '../../lib/uuid.ts';
import {
  type OpsArguments,
  type OpsCommand,
  type OpsContext,
  Refusal,
  readOption,
  requireOption,
  requireWord,
} from '../command.ts';
import { textFields, textTable } from '../command-line/text-table.ts';
import { judgeSumOf } from '../operators.ts';

const LISTED = 200;
/** What is over: they are not on the board unless somebody asks for them. */
const OVER: readonly GroupStatus[] = ['delivered', 'refunded'];
const STATUSES: readonly GroupStatus[] = [
  ...(['manual_review', 'active', 'successful', 'failed'] as const),
  ...FULFILMENT_STAGES,
  'refunded',
];

export const groupCommands: OpsCommand[] = [
  {
    name: 'group list',
    usage: '[--status S] [--product SLUG] [--after GROUP] [--limit N]',
    summary:
      'The groups that are under way or still have goods to hand out, the earliest deadline first. --status delivered or refunded: the latest first.',
    roles: ['support', 'ops', 'finance'],
    options: ['status', 'product', 'after', 'limit'],
    async run({ db }, args) {
      const { status, product, after } = args.options;
      if (status !== undefined && !STATUSES.includes(status as GroupStatus))
        throw new Refusal(`--status is one of ${STATUSES.join(', ')}.`);
      if (after !== undefined) requireGroupId(after);
      const groups = await listGroupsForOperator(db, {
        statuses: status ? [status as GroupStatus] : STATUSES.filter((one) => !OVER.includes(one)),
        slug: product,
        after,
        withOwed: status === undefined,
        latestFirst: OVER.includes(status as GroupStatus),
        limit: readOption(args, 'limit', LISTED) ?? LISTED,
      });
      const rows = groups.map(presentGroup);
      const columns = rows.map(({ groupId, product, kind, status, units, participants, deadline }) => ({
        groupId,
        product,
        kind,
        status,
        units,
        participants,
        deadline,
      }));
      return { data: rows, text: textTable(columns, 'There are no groups.') };
    },
  },
  {
    name: 'group show',
    usage: 'GROUP',
    summary: 'One group with its members and what is owed to them.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }, args) {
      const group = await readGroupForOperator(db, groupIdOf(args));
      if (!group) throw new DomainError('group_not_found');
      const shown = presentGroup(group);
      const members = (await readGroupMembers(db, group.groupId)).map(
        ({ paidKobo, refundedKobo, ...member }) => ({
          ...member,
          paidNaira: koboToNaira(paidKobo),
          refundedNaira: refundedKobo / 100,
        }),
      );
      return {
        data: { ...shown, members },
        text: [textFields(shown), '', textTable(members, 'It has no members.')].join('\n'),
        lookedAt: `group:${group.groupId}`,
      };
    },
  },
  move('review', 'Stop a group for a look. Members are told.', (service, id, act) => service.review(id, act)),
  move('resume', 'Let a group in review go on where it was.', (service, id, act) => service.resume(id, act)),
  move('secure', 'Secure a group in review that has its minimum.', (service, id, act) =>
    service.secure(id, act),
  ),
  move('fail', 'Fail a group in review. What was not collected is refunded.', (service, id, act) =>
    service.fail(id, act),
  ),
];

function move(
  verb: string,
  summary: string,
  run: (
    service: GroupOperatorService,
    groupId: string,
    act: OperatorAct & { judgeSum: JudgeSum },
  ) => Promise<OperatorGroup>,
): OpsCommand {
  return {
    name: `group ${verb}`,
    usage: 'GROUP --reason R [--dry-run]',
    summary,
    roles: ['ops'],
    act: 'key',
    movesMoney: verb === 'fail',
    options: ['reason'],
    flags: ['dry-run'],
    async run(context, args) {
      const groupId = groupIdOf(args);
      const isDryRun = args.options['dry-run'] === 'true';
      const act = {
        ...actOf(context, isDryRun ? (args.options.reason ?? 'dry run') : requireOption(args, 'reason')),
        approvedBy: context.approvedBy,
        judgeSum: judgeSumOf(context),
        key: context.key,
        isDryRun,
      };
      return presentMove(await run(serviceOf(context), groupId, act), isDryRun);
    },
  };
}

/** What a move of a group is about, in the same figures before it and after it. */
function presentMove(group: OperatorGroup, isDryRun: boolean) {
  const naira = (kobo: number) => formatNaira(koboToNaira(kobo));
  const {
    participantCount,
    unitsSold,
    minUnits,
    baseUnit,
    paidUnits,
    collectedMembers,
    refundMembers,
    status,
  } = group;
  const figures = [
    `${countOf(participantCount, 'member')}, ${unitsSold} of ${baseUnit ? `${minUnits} ${baseUnit}` : countOf(minUnits, 'unit')}, ${paidUnits} of them paid: ${naira(group.owedKobo)}.`,
    ...(collectedMembers > 0
      ? [
          `Collected: ${countOf(collectedMembers, 'member')}, ${naira(group.collectedKobo)}; it stays with them.`,
        ]
      : []),
    ...(status === 'failed'
      ? [`To pay back: ${countOf(refundMembers, 'member')}, ${naira(group.refundKobo)}.`]
      : []),
  ];
  const about = { groupId: group.groupId, product: group.product };
  const says = [
    ...figures,
    ...(status === 'failed' ? ['What is paid back goes into their wallets. Every member is told.'] : []),
    `The group would be: ${statusLabel(status)}.`,
  ];
  const text = [...figures, `The group ${isDryRun ? 'would be' : 'is now'} ${status}.`].join('\n');
  return { data: { ...presentGroup(group), isDryRun, about, says }, text };
}

function serviceOf({ db }: OpsContext): GroupOperatorService {
  return createGroupOperatorService({ db, followBatches });
}

function actOf({ actor }: OpsContext, reason: string): OperatorAct {
  return { actor, reason };
}

export function groupIdOf(args: OpsArguments): string {
  return requireGroupId(requireWord(args, 0, 'GROUP'));
}

function requireGroupId(groupId: string): string {
  if (!isUuid(groupId)) throw new Refusal(`${groupId}: not a group's id. Find it with: group list`);
  return groupId;
}

function presentGroup({
  owedKobo,
  collectedKobo,
  refundKobo,
  unitsSold,
  minUnits,
  participantCount,
  ...group
}: OperatorGroup) {
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
