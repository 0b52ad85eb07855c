import type { FastifyInstance } from 'fastify';
import { getWallet } from '#contract/member-endpoints.ts';
import { Wallet } from '#contract/schemas/wallet.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { matchesEtag } from '../../http/pages/conditional-get.ts';
import { addApiRoute } from '../../http/route.ts';
import { type ReadReferralInfo, readWallet, readWalletEtag } from './wallet-service.ts';

interface Referrals {
  info: ReadReferralInfo;
  readVersionTag(db: Queryable, userId: string): Promise<string>;
}

export function registerWalletRoutes(
  app: FastifyInstance,
  { db }: { db: Database },
  referral: Referrals,
): void {
  addApiRoute(app, getWallet, {
    summary: 'Balance and the newest transactions',
    auth: 'user',
    cache: 'private, no-cache',
    schema: { reply: Wallet },
    handler: async ({ user, request, reply }) => {
      const etag = `"${await readWalletEtag(db, user.id, await referral.readVersionTag(db, user.id))}"`;
      reply.header('etag', etag);
      // The app polls the wallet every ten seconds, so an unchanged wallet is answered from its ETag without further
      // queries.
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        return reply.code(304).header('cache-control', 'private, no-cache').send() as never;
      }
      return readWallet(db, user.id, referral.info);
    },
  });
}
