import type { FastifyInstance } from 'fastify';
import { getWallet } from '#contract/member-endpoints.ts';
import { Wallet } from '#contract/schemas/wallet.ts';
import type { Database } from '../../db/database.ts';
import { addApiRoute } from '../../http/route.ts';
import { type ReadReferralInfo, readWallet } from './wallet-service.ts';

export function registerWalletRoutes(
  app: FastifyInstance,
  { db }: { db: Database },
  readReferralInfo: ReadReferralInfo,
): void {
  addApiRoute(app, getWallet, {
    summary: 'Balance and the newest transactions',
    auth: 'user',
    cache: 'private, no-cache',
    schema: { reply: Wallet },
    handler: ({ user }) => readWallet(db, user.id, readReferralInfo),
  });
}
