import type { FastifyInstance } from 'fastify';
import { endOtherSessions, endOwnSession, listOwnSessions } from '#contract/account-endpoints.ts';
import { OwnSessionsReply, SessionIdParams } from '#contract/schemas/auth.ts';
import { SuccessSchema } from '#contract/schemas/basics.ts';
import type { Database } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { addApiRoute } from '../../../http/route.ts';
import { replyInShopperTransaction } from '../../../http/sessions/shopper-transaction.ts';
import type { AccountDepsFactory } from '../account-deps.ts';
import {
  findActiveSessions,
  isSessionOfUser,
  revokeOtherSessions,
  revokeSession,
} from './session-repository.ts';

export function registerOwnSessionRoutes(
  app: FastifyInstance,
  { db }: { db: Database },
  depsFor: AccountDepsFactory,
): void {
  addApiRoute(app, listOwnSessions, {
    summary: 'Where the caller is signed in',
    auth: 'user',
    schema: { reply: OwnSessionsReply },
    handler: async ({ user }) => ({ success: true as const, sessions: await findActiveSessions(db, user) }),
  });

  addApiRoute(app, endOwnSession, {
    summary: "End one of the caller's sessions",
    auth: 'user',
    schema: { params: SessionIdParams, reply: SuccessSchema },
    handler: (call) =>
      replyInShopperTransaction(db, call, async (tx) => {
        const { user, params, request } = call;
        if (!(await isSessionOfUser(tx, user.id, params.sessionId))) throw new DomainError('not_found');
        if (await revokeSession(tx, params.sessionId)) {
          await depsFor(request).record(tx, 'sessions_ended', user.id);
        }
        return { success: true as const };
      }),
  });

  addApiRoute(app, endOtherSessions, {
    summary: "End all of the caller's sessions but this one",
    auth: 'user',
    schema: { reply: SuccessSchema },
    handler: (call) =>
      replyInShopperTransaction(db, call, async (tx) => {
        await revokeOtherSessions(tx, call.user);
        await depsFor(call.request).record(tx, 'sessions_ended', call.user.id);
        return { success: true as const };
      }),
  });
}
