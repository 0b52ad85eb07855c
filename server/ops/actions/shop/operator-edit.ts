import { Type } from 'typebox';
import { opsEditOperator } from '#contract/ops/operator-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsEditOperatorBody, OpsOperatorNameParams } from '#contract/schemas/ops/operators.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { limitOperatorToCentres } from '../../operator-repository.ts';
import {
  CENTRE_LIST_OPTION_PARSERS,
  changeOperatorWithAudit,
  validateOperatorCentres,
} from './operator-change.ts';

export const operatorEditAction = defineAction({
  name: 'operator edit',
  summary:
    'Limit an operator to pickup centres: they see and change only the orders and goods of these. Without --centre: the whole shop again.',
  roles: ['owner'],
  key: 'given',
  body: Type.Object({ ...OpsOperatorNameParams.properties, ...OpsEditOperatorBody.properties }),
  positionals: ['name'],
  readers: CENTRE_LIST_OPTION_PARSERS,
  console: defineConsoleEndpoint(opsEditOperator, OpsActionReply),
  async run(context, body) {
    const { name, centre } = body;
    await changeOperatorWithAudit(context, body, async (tx) => {
      const before = await limitOperatorToCentres(tx, name, centre ?? null);
      if (!before) return undefined;
      // The centres are validated after the change, because only the change returns the operator's role. A refusal
      // rolls the change back.
      const centres = await validateOperatorCentres(tx, before.role, centre);
      return { before: { centres: before.centres }, after: { centres } };
    });
    return { data: { name, centres: centre ?? null } };
  },
});
