import type { FastifyInstance } from 'fastify';
import { listPickupCentres } from '#contract/endpoints.ts';
import { getOrderReceipt } from '#contract/member-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { listOrderSteps } from '#contract/rules/pickup/order-steps.ts';
import { type OrderReceipt, OrderReceiptReply, OrderTrackingNumberParams } from '#contract/schemas/order.ts';
import { PickupCentresReply } from '#contract/schemas/product.ts';
import type { Database } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { addApiRoute } from '../../http/route.ts';
import { findActiveCentres } from './centre-repository.ts';
import { findOrderReceipt, type OrderReceiptRow, type ReceiptOrderLine } from './receipt-repository.ts';

export function registerCentreRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  addApiRoute(app, listPickupCentres, {
    summary: 'Where orders are collected',
    auth: 'none',
    cache: 'public, max-age=300',
    schema: { reply: PickupCentresReply },
    handler: async () => ({ success: true as const, data: await findActiveCentres(db) }),
  });
}

export function registerReceiptRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  addApiRoute(app, getOrderReceipt, {
    summary: "The receipt of one of the caller's orders",
    auth: 'user',
    cache: 'private, no-cache',
    schema: { params: OrderTrackingNumberParams, reply: OrderReceiptReply },
    handler: async ({ user, params }) => {
      const row = await findOrderReceipt(db, user.id, params.trackingNumber.toUpperCase());
      if (!row) throw new DomainError('not_found');
      return { success: true as const, data: presentReceipt(row) };
    },
  });
}

function presentLine(line: ReceiptOrderLine, paidAt: string): OrderReceipt['lines'][number] {
  const { slug, title, unitName, unit, quantity, orderedQuantity, paidKobo, refundedKobo } = line;
  const isOver = refundedKobo === paidKobo && line.collectedAt === null;
  return {
    slug,
    title,
    unitName,
    unit,
    quantity,
    ...(orderedQuantity === quantity ? {} : { orderedQuantity }),
    paid: koboToNaira(paidKobo),
    refunded: koboToNaira(refundedKobo),
    steps: isOver ? [] : listOrderSteps(line, { ...line, paidAt }),
  };
}

function presentReceipt({
  boughtAt,
  lines,
  totalKobo,
  walletKobo,
  cardKobo,
  ...row
}: OrderReceiptRow): OrderReceipt {
  return {
    ...row,
    boughtAt: boughtAt.toISOString(),
    lines: lines.map((line) => presentLine(line, boughtAt.toISOString())),
    total: koboToNaira(totalKobo),
    walletUsed: koboToNaira(walletKobo),
    cardAmount: koboToNaira(cardKobo),
    refunded: koboToNaira(lines.reduce((sum, { refundedKobo }) => sum + refundedKobo, 0)),
  };
}
