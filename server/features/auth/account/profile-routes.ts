import type { FastifyInstance } from 'fastify';
import { updateName, updatePreferences } from '#contract/account-endpoints.ts';
import { normalizeSingleLineText } from '#contract/rules/text/typed-text.ts';
import { UpdateNameBody, UpdatePreferencesBody, UserReply } from '#contract/schemas/auth.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { addApiRoute } from '../../../http/route.ts';
import { replyInShopperTransaction, type ShopperCall } from '../../../http/sessions/shopper-transaction.ts';
import { getNameError, requireValidFields } from '../sign-up/sign-up-rules.ts';
import { setSocialProofConsent, setUserName, toUser, type UserRow } from '../user-repository.ts';

export function registerProfileRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const change = (call: ShopperCall, write: (tx: Queryable) => Promise<UserRow | null>) =>
    replyInShopperTransaction(db, call, async (tx) => {
      const row = await write(tx);
      if (!row) throw new DomainError('unauthorized');
      return { success: true as const, user: toUser(row) };
    });

  addApiRoute(app, updateName, {
    summary: 'Change the name',
    auth: 'user',
    schema: { body: UpdateNameBody, reply: UserReply },
    handler: async (call) => {
      const name = normalizeSingleLineText(call.body.name ?? '');
      requireValidFields([['name', getNameError(name)]]);
      return change(call, (tx) => setUserName(tx, call.user.id, name));
    },
  });

  addApiRoute(app, updatePreferences, {
    summary: 'Change what others may see',
    auth: 'user',
    schema: { body: UpdatePreferencesBody, reply: UserReply },
    handler: (call) => change(call, (tx) => setSocialProofConsent(tx, call.user.id, call.body.socialProof)),
  });
}
