import { Type } from 'typebox';
import { opsListReconciliationItems } from '#contract/ops/money-endpoints.ts';
import { PositiveIntegerUpTo } from '#contract/schemas/basics.ts';
import { OpsReconciliationItemsQuery, OpsReconciliationItemsReply } from '#contract/schemas/ops/money.ts';
import { findReconciliationItems } from '../../../features/payments/reconciliation/reconciliation-items-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { requireNamedRecords } from '../named-records.ts';

const LISTED = 500;

export const reconciliationItemListAction = defineAction({
  name: 'recon list',
  summary:
    "Differences between the provider's records and ours that need a decision; --payment: all of one payment.",
  roles: ['support', 'finance'],
  body: Type.Object({
    ...OpsReconciliationItemsQuery.properties,
    limit: Type.Optional(PositiveIntegerUpTo(LISTED)),
  }),
  console: defineConsoleEndpoint(opsListReconciliationItems, OpsReconciliationItemsReply),
  async run(context, { all = false, after, limit = LISTED, payment }) {
    await requireNamedRecords(context, { payment, 'reconciliation item': after });
    const filter = { all, after: after ?? null, limit, payment: payment ?? null };
    return { data: await findReconciliationItems(context.db, filter) };
  },
});
