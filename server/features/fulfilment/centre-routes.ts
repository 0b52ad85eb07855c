import type { FastifyInstance } from 'fastify';
import { listPickupCentres } from '#contract/endpoints.ts';
import { PickupCentresReply } from '#contract/schemas/product.ts';
import type { Database } from '../../db/database.ts';
import { addApiRoute } from '../../http/route.ts';
import { findActiveCentres } from './centre-repository.ts';

export function registerCentreRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  addApiRoute(app, listPickupCentres, {
    summary: 'Where orders are collected',
    auth: 'none',
    cache: 'public, max-age=300',
    schema: { reply: PickupCentresReply },
    handler: async () => ({ success: true as const, data: await findActiveCentres(db) }),
  });
}
