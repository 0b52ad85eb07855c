import type { FastifyInstance } from 'fastify';
import { getReferralInfo, getReferralStats } from '#contract/member-endpoints.ts';
import { ReferralInfoReply, ReferralStats } from '#contract/schemas/referral.ts';
import type { Database } from '../../db/database.ts';
import { addApiRoute } from '../../http/route.ts';
import type { ReferralService } from './referral-service.ts';

export function registerReferralRoutes(
  app: FastifyInstance,
  { db }: { db: Database },
  referral: ReferralService,
): void {
  addApiRoute(app, getReferralInfo, {
    summary: 'Code, link and referred users',
    auth: 'user',
    cache: 'private, no-cache',
    schema: { reply: ReferralInfoReply },
    handler: async ({ user }) => ({ success: true as const, ...(await referral.info(db, user.id)) }),
  });

  addApiRoute(app, getReferralStats, {
    summary: 'Progress to the next bonus',
    auth: 'user',
    cache: 'private, no-cache',
    schema: { reply: ReferralStats },
    handler: ({ user }) => referral.stats(db, user.id),
  });
}
