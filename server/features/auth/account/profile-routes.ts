import type { FastifyInstance } from 'fastify';
import { updateName, updatePreferences } from '#contract/account-endpoints.ts';
import { normalizeSingleLineText } from '#contract/rules/text/typed-text.ts';
import { UpdateNameBody, UpdatePreferencesBody, UserReply } from '#contract/schemas/auth.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { IdempotentRequest } from '../../../http/idempotency.ts';
import { addApiRoute } from '../../../http/route.ts';
import { runShopperTransaction } from '../../../http/sessions/shopper-transaction.ts';
import type { SessionUser } from '../../../http/sessions/tokens.ts';
import { getNameError, requireValidFields } from '../sign-up/sign-up-rules.ts';
import { setSocialProofConsent, setUserName, toUser, type UserRow } from '../user-repository.ts';

export function registerProfileRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const change = (
    user: SessionUser,
    idempotency: IdempotentRequest,
    write: (tx: Queryable) => Promise<UserRow | null>,
  ): Promise<UserReply> =>
    runShopperTransaction(db, user, async (tx) => {
      const row = await write(tx);
      if (!row) throw new DomainError('unauthorized');
      const answer: UserReply = { success: true, user: toUser(row) };
      await idempotency.complete(tx, answer);
      return answer;
    });

  addApiRoute(app, updateName, {
    summary: 'Change the name',
    auth: 'user',
    schema: { body: UpdateNameBody, reply: UserReply },
    handler: async ({ body, user, idempotency }) => {
      const name = normalizeSingleLineText(body.name ?? '');
      requireValidFields([['name', getNameError(name)]]);
      return change(user, idempotency, (tx) => setUserName(tx, user.id, name));
    },
  });

  addApiRoute(app, updatePreferences, {
    summary: 'Change what others may see',
    auth: 'user',
    schema: { body: UpdatePreferencesBody, reply: UserReply },
    handler: async ({ body, user, idempotency }) =>
      change(user, idempotency, (tx) => setSocialProofConsent(tx, user.id, body.socialProof)),
  });
}
