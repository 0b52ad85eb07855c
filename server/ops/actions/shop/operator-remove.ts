import { opsRemoveOperator } from '#contract/ops/operator-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';
import { lockOwnerRows, removeOperator } from '../../operator-repository.ts';
import { changeOperatorWithAudit, OperatorNameAndReasonBody } from './operator-change.ts';

export const operatorRemoveAction = defineAction({
  name: 'operator remove',
  summary: 'Remove an operator. The last owner cannot be removed.',
  roles: ['owner'],
  key: 'given',
  body: OperatorNameAndReasonBody,
  positionals: ['name'],
  console: defineConsoleEndpoint(opsRemoveOperator, OpsActionReply),
  async run(context, body) {
    const { name } = body;
    await changeOperatorWithAudit(context, body, async (tx) => {
      const owners = await lockOwnerRows(tx);
      if (owners.length === 1 && owners[0] === name)
        throw new ActionRefusedError(`${name} is the last owner. Add another one first.`);
      const role = await removeOperator(tx, name);
      return role && { before: { role }, after: { removed: true } };
    });
    return { data: { name } };
  },
});
