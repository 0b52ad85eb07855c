import type { FastifyInstance } from 'fastify';
import { getCentres } from '#contract/endpoints.ts';
import { CentresReply } from '#contract/schemas/product.ts';
import type { Database } from '../../db/database.ts';
import { route } from '../../http/route.ts';
import { findCentres } from './centre-repository.ts';

export function registerCentreRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  route(app, getCentres, {
    summary: 'Where orders are collected',
    auth: 'none',
    cache: 'public, max-age=300',
    schema: { reply: CentresReply },
    handler: async () => ({ success: true as const, data: await findCentres(db) }),
  });
}
