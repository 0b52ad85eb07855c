import { opsListOrders } from '#contract/ops/order-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { OpsOrdersBody, OpsOrdersReply } from '#contract/schemas/ops/orders.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { findOrders } from '../../queries/order-list-repository.ts';
import { limitOrderFilterToOperatorCentres } from './order-filters.ts';

const LISTED = 50;

export const orderListAction = defineAction({
  name: 'order list',
  summary:
    'Orders, newest first, by status, centre, product, group, days in Lagos, way of payment, refund, overdue or unreached; Q: number, reference or shopper.',
  roles: ['support', 'ops', 'finance'],
  body: OpsOrdersBody,
  positionals: ['q'],
  centres: 'listed',
  console: defineConsoleEndpoint(opsListOrders, OpsOrdersReply),
  async run(context, { limit = LISTED, ...asked }) {
    const { filter, after, lookedAt } = await limitOrderFilterToOperatorCentres(context, asked);
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
