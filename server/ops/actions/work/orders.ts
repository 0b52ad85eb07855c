import { opsGetOrder } from '#contract/ops/console-endpoints.ts';
import { opsExportOrders, opsListOrders } from '#contract/ops/order-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { OpsOrderReply, OpsTrackingNumberParams } from '#contract/schemas/ops/console.ts';
import * as schemas from '#contract/schemas/ops/orders.ts';
import { findInvalidCodeHandOuts } from '../../../features/fulfilment/invalid-code-repository.ts';
import { formatLagosDateTime, isCalendarDay } from '../../../lib/calendar.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  type OperatorActionContext,
} from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { exportListAsCsv } from '../../export-list.ts';
import { formatListAuditTarget } from '../../queries/audit/list-audit-target.ts';
import type { OrderFilter } from '../../queries/order-filter.ts';
import { readOrderHistory } from '../../queries/order-history-repository.ts';
import { findOrders } from '../../queries/order-list-repository.ts';
import { readOrder, readOrderLines } from '../../queries/order-repository.ts';
import { normalizeTrackingNumber } from '../../queries/search-terms.ts';
import { findCentreOfOrder } from '../allowed-centres.ts';

const LISTED = 50;

const orderListAction = defineAction({
  name: 'order list',
  summary:
    'Orders, newest first, by status, centre, product, group, days in Lagos, way of payment, refund, overdue or unreached; Q: number, reference or shopper.',
  roles: ['support', 'ops', 'finance'],
  body: schemas.OpsOrdersBody,
  positionals: ['q'],
  centres: 'listed',
  console: defineConsoleEndpoint(opsListOrders, schemas.OpsOrdersReply),
  async run(context, { after, limit = LISTED, ...asked }) {
    const { filter, lookedAt } = readOrderFilter(context, asked);
    const orders = await findOrders(context.db, { ...filter, after, limit });
    const data = orders.map(({ paidInKobo, paidBackKobo, walletKobo, cardKobo, ...order }) => ({
      ...order,
      paidInNaira: koboToNaira(paidInKobo),
      paidBackNaira: paidBackKobo / 100,
    }));
    return { data, lookedAt };
  },
  print: (orders: { userId: string; reference: string; centreName: string }[]) =>
    formatTextTable(orders.map(({ userId, reference, centreName, ...columns }) => columns)),
});

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

const orderExportAction = defineAction({
  name: 'order export',
  summary:
    'The orders that `order list` finds, as a table for a spreadsheet, in naira. --after continues a full table.',
  roles: ['ops', 'finance'],
  body: schemas.OpsExportOrdersBody,
  positionals: ['q'],
  centres: 'listed',
  console: defineConsoleEndpoint(opsExportOrders, schemas.OpsExportReply),
  async run(context, { after, ...asked }) {
    const { filter, lookedAt } = readOrderFilter(context, asked);
    const data = await exportListAsCsv(context, {
      ...{ target: lookedAt, columns: COLUMNS, after },
      read: (from, limit) => findOrders(context.db, { ...filter, after: from, limit }),
      keyOf: ({ trackingNumber }) => trackingNumber,
      cellsOf: (order) => [
        order.trackingNumber,
        ...formatLagosDateTime(order.createdAt),
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
    return { data };
  },
  print: ({ csv }: { csv: string }) => csv,
});

const orderShowAction = defineAction({
  name: 'order show',
  summary:
    'An order with its lines and its whole history: what was paid and paid back, and where the goods are.',
  roles: ['support', 'ops', 'finance'],
  body: OpsTrackingNumberParams,
  positionals: ['trackingNumber'],
  centres: findCentreOfOrder,
  console: defineConsoleEndpoint(opsGetOrder, OpsOrderReply),
  async run({ db }, body) {
    const trackingNumber = normalizeTrackingNumber(body);
    const order = await readOrder(db, trackingNumber);
    if (!order)
      throw new ActionRefusedError(
        'There is no order with this tracking number. Search by the phone number or name of its shopper.',
      );
    const { totalKobo, ...known } = order;
    const lines = (await readOrderLines(db, trackingNumber)).map(({ paidKobo, refundedKobo, ...line }) => ({
      ...line,
      paidNaira: koboToNaira(paidKobo),
      refundedNaira: refundedKobo / 100,
    }));
    const unproven = await findInvalidCodeHandOuts(db, trackingNumber);
    const events = await readOrderHistory(db, order);
    return {
      data: { ...known, totalNaira: koboToNaira(totalKobo), lines, unproven, events },
      lookedAt: `user:${order.userId}`,
    };
  },
});

/**
 * Checks the filter of a list of orders, and limits it to the operator's pickup centres.
 * @returns the filter, and its target in the audit log.
 * @throws {ActionRefusedError}
 */
function readOrderFilter(
  { centres }: Pick<OperatorActionContext, 'centres'>,
  asked: OrderFilter,
): { filter: OrderFilter; lookedAt: string } {
  for (const day of [asked.from, asked.to])
    if (day !== undefined && !isCalendarDay(day))
      throw new ActionRefusedError('--from and --to are YYYY-MM-DD.');
  return { filter: { ...asked, centres }, lookedAt: formatListAuditTarget('orders', asked) };
}

export const orderActions = [orderListAction, orderExportAction, orderShowAction];
