import type { FastifyInstance } from 'fastify';
import type { ReversalKind } from '../../server/provider/provider.ts';
import { paginateNewestFirst } from '../provider/sandbox-reversals.ts';
import type { SandboxStore } from '../provider/sandbox-store.ts';
import {
  buildApiSuccess,
  buildChargebackJson,
  buildRefundListRowJson,
  buildSettlementJson,
} from './sandbox-shapes.ts';

type Query = { Querystring: { from?: string; to?: string; page?: string } };

export function mountReversalAndPayoutRoutes(app: FastifyInstance, { state }: SandboxStore): void {
  const answer = (
    message: string,
    { shown, total, page, totalPages }: ReturnType<typeof paginateNewestFirst>,
    data: object[],
  ) =>
    buildApiSuccess(message, shown.length > 0 ? data : [], {
      page_info: { total, current_page: page, total_pages: totalPages, page_size: 20 },
    });
  const ofKind = (kind: ReversalKind) => [...state.reversals.values()].filter((one) => one.kind === kind);

  app.get<Query>('/v3/refunds', async ({ query }) => {
    const page = paginateNewestFirst(ofKind('refund'), query);
    return answer('Refunds fetched', page, page.shown.map(buildRefundListRowJson));
  });
  app.get<Query>('/v3/chargebacks', async ({ query }) => {
    const page = paginateNewestFirst(ofKind('chargeback'), query);
    const show = (one: (typeof page.shown)[number]) =>
      buildChargebackJson(one, state.transactions.get(one.transactionId));
    return answer('Chargebacks fetched', page, page.shown.map(show));
  });
  app.get<Query>('/v3/settlements', async ({ query }) => {
    const page = paginateNewestFirst(state.settlements.values(), query);
    return answer('Settlements fetched', page, page.shown.map(buildSettlementJson));
  });
}
