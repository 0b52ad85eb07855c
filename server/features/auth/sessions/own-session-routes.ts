import type { FastifyInstance } from 'fastify';
import { endOtherSessions, endOwnSession, listSessions } from '#contract/endpoints.ts';
import { SessionIdParams, SessionsReply } from '#contract/schemas/auth.ts';
import { Done } from '#contract/schemas/basics.ts';
import type { Database } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { route } from '../../../http/route.ts';
import { shopperTransaction } from '../../../http/sessions/shopper-transaction.ts';
import type { AccountDepsFor } from '../account-deps.ts';
import { findLiveSessions, isOwnSession, revokeOtherSessions, revokeSession } from './session-repository.ts';

export function registerOwnSessionRoutes(
  app: FastifyInstance,
  { db }: { db: Database },
  depsFor: AccountDepsFor,
): void {
  route(app, listSessions, {
    summary: 'Where the caller is signed in',
    auth: 'user',
    schema: { reply: SessionsReply },
    handler: async ({ user }) => ({ success: true as const, sessions: await findLiveSessions(db, user) }),
  });

  route(app, endOwnSession, {
    summary: "End one of the caller's sessions",
    auth: 'user',
    schema: { params: SessionIdParams, reply: Done },
    handler: ({ user, params, idempotency, request }) =>
      shopperTransaction(db, user, async (tx) => {
        if (!(await isOwnSession(tx, user.id, params.sessionId))) throw new DomainError('not_found');
        if (await revokeSession(tx, params.sessionId)) {
          await depsFor(request).record(tx, 'sessions_ended', user.id);
        }
        const answer = { success: true as const };
        await idempotency.complete(tx, answer);
        return answer;
      }),
  });

  route(app, endOtherSessions, {
    summary: "End all of the caller's sessions but this one",
    auth: 'user',
    schema: { reply: Done },
    handler: ({ user, idempotency, request }) =>
      shopperTransaction(db, user, async (tx) => {
        await revokeOtherSessions(tx, user);
        await depsFor(request).record(tx, 'sessions_ended', user.id);
        const answer = { success: true as const };
        await idempotency.complete(tx, answer);
        return answer;
      }),
  });
}
