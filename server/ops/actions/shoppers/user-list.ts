import { opsListShoppers } from '#contract/ops/shopper-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { OpsShoppersBody, OpsShoppersReply } from '#contract/schemas/ops/shoppers.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatListAuditTarget } from '../../queries/audit/list-audit-target.ts';
import { findShoppers } from '../../queries/shopper-list-repository.ts';
import { requireNamedRecords } from '../named-records.ts';

const LISTED = 50;

export const userListAction = defineAction({
  name: 'user list',
  summary:
    'Shoppers, newest first, with what they paid in and got back; Q: e-mail, phone, or the beginning of a name or surname.',
  roles: ['support', 'ops', 'finance'],
  body: OpsShoppersBody,
  positionals: ['q'],
  console: defineConsoleEndpoint(opsListShoppers, OpsShoppersReply),
  async run(context, { after, limit = LISTED, ...filter }) {
    await requireNamedRecords(context, { shopper: after });
    const shoppers = await findShoppers(context.db, { ...filter, after, limit });
    const data = shoppers.map(({ paidInKobo, paidBackKobo, ...shopper }) => ({
      ...shopper,
      paidInNaira: koboToNaira(paidInKobo),
      paidBackNaira: paidBackKobo / 100,
    }));
    return { data, lookedAt: formatListAuditTarget('shoppers', filter) };
  },
});
