import type { FastifyInstance } from 'fastify';
import { updateName, updatePreferences } from '#contract/endpoints.ts';
import { normalLine } from '#contract/rules/typed-text.ts';
import { PreferencesBody, UpdateNameBody, UserReply } from '#contract/schemas/auth.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { IdempotentRequest } from '../../../http/idempotency.ts';
import { route } from '../../../http/route.ts';
import { shopperTransaction } from '../../../http/sessions/shopper-transaction.ts';
import type { SessionUser } from '../../../http/sessions/tokens.ts';
import { nameError, refuseInvalidFields } from '../sign-up/sign-up-rules.ts';
import { setName, setSocialProof, toUser, type UserRow } from '../user-repository.ts';

export function registerProfileRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const change = (
    user: SessionUser,
    idempotency: IdempotentRequest,
    write: (tx: Queryable) => Promise<UserRow | null>,
  ): Promise<UserReply> =>
    shopperTransaction(db, user, async (tx) => {
      const row = await write(tx);
      if (!row) throw new DomainError('unauthorized');
      const answer: UserReply = { success: true, user: toUser(row) };
      await idempotency.complete(tx, answer);
      return answer;
    });

  route(app, updateName, {
    summary: 'Change the name',
    auth: 'user',
    schema: { body: UpdateNameBody, reply: UserReply },
    handler: async ({ body, user, idempotency }) => {
      const name = normalLine(body.name ?? '');
      refuseInvalidFields([['name', nameError(name)]]);
      return change(user, idempotency, (tx) => setName(tx, user.id, name));
    },
  });

  route(app, updatePreferences, {
    summary: 'Change what others may see',
    auth: 'user',
    schema: { body: PreferencesBody, reply: UserReply },
    handler: async ({ body, user, idempotency }) =>
      change(user, idempotency, (tx) => setSocialProof(tx, user.id, body.socialProof)),
  });
}
