import { opsListOperators } from '#contract/ops/operator-endpoints.ts';
import { OpsOperatorsReply } from '#contract/schemas/ops/operators.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';
import { listAllOperators } from '../../operator-repository.ts';

export const operatorListAction = defineAction({
  name: 'operator list',
  summary: 'All operators, also removed ones, and their failed sign-ins of 90 days.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(opsListOperators, OpsOperatorsReply),
  run: async ({ db }) => ({ data: await listAllOperators(db) }),
});
