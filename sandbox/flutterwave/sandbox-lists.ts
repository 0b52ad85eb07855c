import type { FastifyInstance } from 'fastify';
import type { ReversalKind } from '../../server/provider/provider.ts';
import { paginateRecords } from '../provider/sandbox-reversals.ts';
import type { SandboxStore } from '../provider/sandbox-store.ts';
import {
  buildChargebackData,
  buildRefundListRow,
  buildSettlementData,
  buildSuccessBody,
} from './sandbox-shapes.ts';

type Query = { Querystring: { from?: string; to?: string; page?: string } };

export function mountReversalListRoutes(app: FastifyInstance, { state }: SandboxStore): void {
  const answer = (
    message: string,
    { shown, total, page, totalPages }: ReturnType<typeof paginateRecords>,
    data: object[],
  ) =>
    buildSuccessBody(message, shown.length > 0 ? data : [], {
      page_info: { total, current_page: page, total_pages: totalPages, page_size: 20 },
    });
  const ofKind = (kind: ReversalKind) => [...state.reversals.values()].filter((one) => one.kind === kind);

  app.get<Query>('/v3/refunds', async ({ query }) => {
    const page = paginateRecords(ofKind('refund'), query);
    return answer('Refunds fetched', page, page.shown.map(buildRefundListRow));
  });
  app.get<Query>('/v3/chargebacks', async ({ query }) => {
    const page = paginateRecords(ofKind('chargeback'), query);
    const show = (one: (typeof page.shown)[number]) =>
      buildChargebackData(one, state.transactions.get(one.transactionId));
    return answer('Chargebacks fetched', page, page.shown.map(show));
  });
  app.get<Query>('/v3/settlements', async ({ query }) => {
    const page = paginateRecords(state.settlements.values(), query);
    return answer('Settlements fetched', page, page.shown.map(buildSettlementData));
  });
}
