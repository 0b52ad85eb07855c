import { koboToNaira } from '#contract/money.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import {
  listGroupsForOperator,
  type OperatorGroup,
  readGroupForOperator,
} from '../../features/groups/group-operator-repository.ts';
import {
  type BatchStage,
  createGroupOperatorService,
  type GroupOperatorService,
  type OperatorAct,
} from '../../features/groups/group-operator-service.ts';
import { DomainError } from '../../http/error-handler.ts';
import { isUuid } from '../../uuid.ts';
import {
  type OpsArguments,
  type OpsCommand,
  type OpsContext,
  Refusal,
  requireOption,
  requireWord,
} from '../command.ts';
import { textFields, textTable } from '../text-table.ts';

const LISTED = 200;
const STAGES = ['secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered'];

export const groupCommands: OpsCommand[] = [
  {
    name: 'group list',
    usage: '[--status S] [--product SLUG]',
    summary: 'The newest groups.',
    roles: ['support', 'ops', 'finance'],
    options: ['status', 'product'],
    async run({ db }, { options }) {
      const groups = await listGroupsForOperator(db, {
        ...(options.status ? { status: options.status as GroupStatus } : {}),
        ...(options.product ? { slug: options.product } : {}),
        limit: LISTED,
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
    summary: 'One group with what is owed to its members.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }, args) {
      const group = await readGroupForOperator(db, groupIdOf(args));
      if (!group) throw new DomainError('group_not_found');
      const shown = presentGroup(group);
      return { data: shown, text: textFields(shown) };
    },
  },
  move('review', 'Stop a group for a look. Members are told.', (service, id, act) => service.review(id, act)),
  move('resume', 'Let a group in review go on where it was.', (service, id, act) => service.resume(id, act)),
  move('secure', 'Secure a group in review that has its minimum.', (service, id, act) =>
    service.secure(id, act),
  ),
  move('fail', 'Fail a group in review. Every member is refunded.', (service, id, act) =>
    service.fail(id, act),
  ),
  {
    name: 'batch move',
    usage: '--centre CODE --from STAGE --to STAGE [--product SLUG] [--reason R] [--dry-run]',
    summary: `Move the batches of a pickup centre forward (${STAGES.join(', ')}).`,
    roles: ['ops'],
    options: ['centre', 'from', 'to', 'product', 'reason'],
    flags: ['dry-run'],
    async run(context, args) {
      const product = args.options.product;
      const batchMove = {
        centreCode: requireOption(args, 'centre'),
        from: stageOf(args, 'from'),
        to: stageOf(args, 'to'),
        ...(product ? { productSlug: product } : {}),
      };
      if (STAGES.indexOf(batchMove.to) <= STAGES.indexOf(batchMove.from)) {
        throw new Refusal('A batch only moves forward.');
      }
      const service = serviceOf(context);
      const found = await service.findBatches(batchMove);
      const members = found.reduce((sum, batch) => sum + batch.members, 0);
      const counts = `${found.length} batches, ${members} members`;
      const table = textTable(found, 'No batch is there.');
      if (args.options['dry-run']) {
        return { data: { isDryRun: true, found, moved: 0 }, text: `${counts} would move.\n${table}` };
      }
      const moved = await service.moveBatches(batchMove, actOf(context, args.options.reason ?? 'batch move'));
      return { data: { isDryRun: false, found, moved }, text: `${counts} found, ${moved} moved.\n${table}` };
    },
  },
];

function move(
  verb: string,
  summary: string,
  run: (service: GroupOperatorService, groupId: string, act: OperatorAct) => Promise<void>,
): OpsCommand {
  return {
    name: `group ${verb}`,
    usage: 'GROUP --reason R',
    summary,
    roles: ['ops'],
    options: ['reason'],
    async run(context, args) {
      const groupId = groupIdOf(args);
      await run(serviceOf(context), groupId, actOf(context, requireOption(args, 'reason')));
      const group = await readGroupForOperator(context.db, groupId);
      const shown = group && presentGroup(group);
      return { data: shown, text: `The group is now ${shown?.status}.` };
    },
  };
}

function serviceOf({ db }: OpsContext): GroupOperatorService {
  return createGroupOperatorService(db);
}

function actOf({ actor }: OpsContext, reason: string): OperatorAct {
  return { actor, reason };
}

function groupIdOf(args: OpsArguments): string {
  const groupId = requireWord(args, 0, 'GROUP');
  if (!isUuid(groupId)) throw new Refusal(`${groupId}: not a group's id. Find it with: group list`);
  return groupId;
}

function stageOf(args: OpsArguments, option: 'from' | 'to'): BatchStage {
  const stage = requireOption(args, option);
  if (!STAGES.includes(stage)) throw new Refusal(`--${option} is one of ${STAGES.join(', ')}.`);
  return stage as BatchStage;
}

function presentGroup({ owedKobo, unitsSold, minUnits, participantCount, ...group }: OperatorGroup) {
  return {
    ...group,
    unitsSold,
    minUnits,
    units: `${unitsSold}/${minUnits}`,
    participants: participantCount,
    owedNaira: koboToNaira(owedKobo),
  };
}
