import { opsExportShoppers } from '#contract/ops/shopper-endpoints.ts';
import { OpsCsvExportReply } from '#contract/schemas/ops/orders.ts';
import { OpsExportShoppersBody } from '#contract/schemas/ops/shoppers.ts';
import { formatLagosDayAndTime } from '../../../lib/calendar.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { exportListAsCsv } from '../../export-list.ts';
import { formatListAuditTarget } from '../../queries/audit/list-audit-target.ts';
import { findShoppers } from '../../queries/shopper-list-repository.ts';
import { requireNamedRecords } from '../named-records.ts';

const COLUMNS = [
  ...['name', 'e-mail', 'phone', 'account', 'joined', 'orders', 'last order', 'paid in', 'paid back', 'id'],
];

export const userListExportAction = defineAction({
  name: 'user list-export',
  summary:
    'The shoppers that `user list` finds, as a table for a spreadsheet, in naira. --after continues a full table.',
  roles: ['support'],
  body: OpsExportShoppersBody,
  positionals: ['q'],
  console: defineConsoleEndpoint(opsExportShoppers, OpsCsvExportReply),
  async run(context, { after, ...filter }) {
    await requireNamedRecords(context, { shopper: after });
    return exportListAsCsv(context, {
      ...{ target: formatListAuditTarget('shoppers', filter), columns: COLUMNS, after },
      read: (from, limit) => findShoppers(context.db, { ...filter, after: from, limit }),
      keyOf: ({ id }) => id,
      cellsOf: ({ name, email, phone, locked, createdAt, orders, lastOrderAt, ...shopper }) => [
        ...[name, email, phone, locked ? 'locked' : 'active', formatLagosDayAndTime(createdAt)[0]],
        ...[String(orders), lastOrderAt === null ? '' : formatLagosDayAndTime(lastOrderAt)[0]],
        ...[shopper.paidInKobo, shopper.paidBackKobo].map((kobo) => String(kobo / 100)),
        shopper.id,
      ],
    });
  },
  print: ({ csv }: { csv: string }) => csv,
});
