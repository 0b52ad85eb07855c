import { Type } from 'typebox';
import { opsRecon } from '#contract/ops-money-endpoints.ts';
import { Whole } from '#contract/schemas/basics.ts';
import { OpsReconQuery, OpsReconReply } from '#contract/schemas/ops-money.ts';
import { findReconciliationItems } from '../../../features/payments/reconciliation/reconciliation-repository.ts';
import { action, call } from '../../action.ts';

const LISTED = 500;

export const reconList = action({
  name: 'recon list',
  summary: "Differences between the provider's records and ours that need a decision.",
  roles: ['support', 'finance'],
  body: Type.Object({ ...OpsReconQuery.properties, limit: Type.Optional(Whole(LISTED)) }),
  console: call(opsRecon, OpsReconReply),
  run: async ({ db }, { all = false, after = null, limit = LISTED }) => ({
    data: await findReconciliationItems(db, { all, after, limit }),
  }),
});
