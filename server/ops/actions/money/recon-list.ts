import { Type } from 'typebox';
import { opsReconciliation } from '#contract/ops-money-endpoints.ts';
import { PositiveInteger } from '#contract/schemas/basics.ts';
import { OpsReconciliationQuery, OpsReconciliationReply } from '#contract/schemas/ops-money.ts';
import { findReconciliationItems } from '../../../features/payments/reconciliation/reconciliation-repository.ts';
import { action, call } from '../../action.ts';

const LISTED = 500;

export const reconListAction = action({
  name: 'recon list',
  summary: "Differences between the provider's records and ours that need a decision.",
  roles: ['support', 'finance'],
  body: Type.Object({ ...OpsReconciliationQuery.properties, limit: Type.Optional(PositiveInteger(LISTED)) }),
  console: call(opsReconciliation, OpsReconciliationReply),
  run: async ({ db }, { all = false, after = null, limit = LISTED }) => ({
    data: await findReconciliationItems(db, { all, after, limit }),
  }),
});
