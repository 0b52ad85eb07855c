import { opsOperators } from '#contract/ops-operator-endpoints.ts';
import { OpsOperatorsReply } from '#contract/schemas/ops-operators.ts';
import { action, call, NoFields } from '../../action.ts';
import { listOperators } from '../../operator-repository.ts';

export const operatorListAction = action({
  name: 'operator list',
  summary: 'All operators, also removed ones, and their failed sign-ins of 90 days.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  console: call(opsOperators, OpsOperatorsReply),
  run: async ({ db }) => ({ data: await listOperators(db) }),
});
