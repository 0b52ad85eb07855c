import { opsExportOrders } from '#contract/ops/order-endpoints.ts';
import { OpsCsvExportReply, OpsExportOrdersBody } from '#contract/schemas/ops/orders.ts';
import { formatLagosDayAndTime } from '../../../lib/calendar.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { exportListAsCsv } from '../../export-list.ts';
import { findOrders } from '../../queries/order-list-repository.ts';
import { limitOrderFilterToOperatorCentres } from './order-filters.ts';

const COLUMNS = [
  ...[
    'order',
    'date',
    'time',
    'shopper',
    'centre',
    'payment',
    'paid how',
    'paid in',
    'from wallet',
    'by card',
  ],
  ...['paid back', 'status', 'goods'],
];

export const orderExportAction = defineAction({
  name: 'order export',
  summary:
    'The orders that `order list` finds, as a table for a spreadsheet, in naira. --after continues a full table.',
  roles: ['ops', 'finance'],
  body: OpsExportOrdersBody,
  positionals: ['q'],
  centres: 'listed',
  console: defineConsoleEndpoint(opsExportOrders, OpsCsvExportReply),
  async run(context, body) {
    const { filter, after, lookedAt } = await limitOrderFilterToOperatorCentres(context, body);
    return exportListAsCsv(context, {
      ...{ target: lookedAt, columns: COLUMNS, after },
      read: (from, limit) => findOrders(context.db, { ...filter, after: from, limit }),
      keyOf: ({ trackingNumber }) => trackingNumber,
      cellsOf: (order) => [
        order.trackingNumber,
        ...formatLagosDayAndTime(order.createdAt),
        order.shopper,
        order.centre,
        order.reference,
        order.paid.replaceAll('_', ' '),
        ...[order.paidInKobo, order.walletKobo, order.cardKobo, order.paidBackKobo].map((kobo) =>
          String(kobo / 100),
        ),
        [...new Set(order.stages)].join(', ').replaceAll('_', ' '),
        order.goods.join('; '),
      ],
    });
  },
  print: ({ csv }: { csv: string }) => csv,
});
