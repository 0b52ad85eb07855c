import { opsGetGroup } from '#contract/ops/groups-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { OpsGroupIdParams, OpsGroupReply } from '#contract/schemas/ops/groups.ts';
import {
  readGroupForOperator,
  readGroupMembersForOperator,
} from '../../../features/groups/group-operator-repository.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { toGroupReplyForOperator } from './group-reply.ts';

export const groupShowAction = defineAction({
  name: 'group show',
  summary: 'One group with its members and what the shop owes them.',
  roles: ['support', 'ops', 'finance'],
  body: OpsGroupIdParams,
  positionals: ['groupId'],
  console: defineConsoleEndpoint(opsGetGroup, OpsGroupReply),
  async run({ db }, { groupId }) {
    const group = await readGroupForOperator(db, groupId);
    if (!group) throw new DomainError('group_not_found');
    const members = (await readGroupMembersForOperator(db, group.groupId)).map(
      ({ paidKobo, refundedKobo, ...member }) => ({
        ...member,
        paidNaira: koboToNaira(paidKobo),
        refundedNaira: refundedKobo / 100,
      }),
    );
    return { data: { ...toGroupReplyForOperator(group), members }, lookedAt: `group:${group.groupId}` };
  },
});
