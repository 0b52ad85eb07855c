import { Type } from 'typebox';
import { opsListGroups } from '#contract/ops/groups-endpoints.ts';
import { FULFILMENT_STAGES } from '#contract/rules/group/group-status.ts';
import { PositiveIntegerUpTo } from '#contract/schemas/basics.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import { OpsGroupsQuery, OpsGroupsReply } from '#contract/schemas/ops/groups.ts';
import { listGroupsForOperator } from '../../../features/groups/group-operator-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { GROUP_AT_RISK_HOURS_LEFT } from '../../queries/today-repository.ts';
import { requireNamedRecords } from '../named-records.ts';
import { toGroupReplyForOperator } from './group-reply.ts';

const LISTED = 200;
/** Statuses of groups that have ended, which are listed only on request. */
const OVER: readonly GroupStatus[] = ['delivered', 'refunded'];
const UNDER_WAY = (['manual_review', 'active', 'successful', 'failed', ...FULFILMENT_STAGES] as const).filter(
  (status) => !OVER.includes(status),
);

export const groupListAction = defineAction({
  name: 'group list',
  summary:
    'Groups that are open or still have goods to hand out, earliest deadline first. --status delivered or refunded: latest first.',
  roles: ['support', 'ops', 'finance'],
  body: Type.Object({ ...OpsGroupsQuery.properties, limit: Type.Optional(PositiveIntegerUpTo(LISTED)) }),
  console: defineConsoleEndpoint(opsListGroups, OpsGroupsReply),
  async run(context, { status, product, closing, after, limit = LISTED }) {
    await requireNamedRecords(context, { product, group: after });
    const groups = await listGroupsForOperator(context.db, {
      statuses: closing ? ['active'] : status ? [status] : UNDER_WAY,
      closingHours: closing ? GROUP_AT_RISK_HOURS_LEFT : undefined,
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
