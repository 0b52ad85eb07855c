import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/account-endpoints.ts';
import { normalizeSingleLineText } from '#contract/rules/text/typed-text.ts';
import * as schemas from '#contract/schemas/auth.ts';
import { SuccessMessageReply } from '#contract/schemas/basics.ts';
import { accountTexts } from '#contract/texts.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { addApiRoute } from '../../../http/route.ts';
import {
  runIdempotentWrite,
  runShopperTransaction,
  type ShopperWriteRequest,
} from '../../../http/sessions/shopper-transaction.ts';
import type { SharedServices } from '../../../http/shared-services.ts';
import type { AccountServiceDepsFactory } from '../account-deps.ts';
import { currentPasswordCheckRateLimits } from '../auth-limits.ts';
import { clearSessionCookies } from '../sessions/session-cookies.ts';
import { getNameError, requireNoFieldErrors } from '../sign-up/sign-up-rules.ts';
import { setSocialProofConsent, setUserName, toUserReply, type UserRow } from '../user-repository.ts';
import { accountDeletedMessage, deleteAccount } from './account-deletion.ts';
import { readAccountExport } from './account-export-repository.ts';
import { updatePassword, updateRecoveryKey } from './credentials-service.ts';

export function registerAccountRoutes(
  app: FastifyInstance,
  { db, config }: Pick<SharedServices, 'db' | 'config'>,
  depsFor: AccountServiceDepsFactory,
): void {
  addApiRoute(app, calls.exportAccountData, {
    summary: 'Everything the shop keeps about the caller',
    auth: 'user',
    rateLimit: [{ name: 'export', limit: 10, windowMs: 60 * 60_000, by: 'account' }],
    schema: { reply: schemas.AccountExportReply },
    handler: async ({ user, request, reply }) => {
      const data = await runShopperTransaction(db, user, async (tx) => {
        await depsFor(request).record(tx, 'account_exported', user.id);
        return readAccountExport(tx, user.id);
      });
      reply.header('content-disposition', 'attachment; filename="my-data.json"');
      return { success: true as const, data };
    },
  });

  addApiRoute(app, calls.deleteAccount, {
    summary: 'Delete the account',
    auth: 'user',
    rateLimit: currentPasswordCheckRateLimits,
    schema: { body: schemas.DeleteAccountBody, reply: SuccessMessageReply },
    handler: async ({ user, body, request, reply, idempotency }) => {
      const answer = { success: true as const, message: accountDeletedMessage };
      await deleteAccount(depsFor(request), user, body, (tx) => idempotency.complete(tx, answer));
      clearSessionCookies(reply, config.publicUrl);
      return answer;
    },
  });
}

export function registerCredentialsRoutes(app: FastifyInstance, depsFor: AccountServiceDepsFactory): void {
  addApiRoute(app, calls.updatePassword, {
    summary: 'Change the password',
    auth: 'user',
    schema: { body: schemas.UpdatePasswordBody, reply: SuccessMessageReply },
    rateLimit: currentPasswordCheckRateLimits,
    handler: async ({ body, user, idempotency, request }) => {
      const answer = { success: true as const, message: accountTexts.passwordUpdated };
      await updatePassword(depsFor(request), user, body, (tx) => idempotency.complete(tx, answer));
      return answer;
    },
  });

  addApiRoute(app, calls.updateRecoveryKey, {
    summary: 'Change the recovery key',
    auth: 'user',
    schema: { body: schemas.UpdateRecoveryKeyBody, reply: SuccessMessageReply },
    rateLimit: currentPasswordCheckRateLimits,
    handler: async ({ body, user, idempotency, request }) => {
      const answer = { success: true as const, message: accountTexts.recoveryKeyUpdated };
      await updateRecoveryKey(depsFor(request), user, body, (tx) => idempotency.complete(tx, answer));
      return answer;
    },
  });
}

export function registerProfileRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const change = (call: ShopperWriteRequest, write: (tx: Queryable) => Promise<UserRow | null>) =>
    runIdempotentWrite(db, call, async (tx) => {
      const row = await write(tx);
      if (!row) throw new DomainError('unauthorized');
      return { success: true as const, user: toUserReply(row) };
    });

  addApiRoute(app, calls.updateShopperName, {
    summary: 'Change the name',
    auth: 'user',
    schema: { body: schemas.UpdateShopperNameBody, reply: schemas.UserReply },
    handler: async (call) => {
      const name = normalizeSingleLineText(call.body.name ?? '');
      requireNoFieldErrors([['name', getNameError(name)]]);
      return change(call, (tx) => setUserName(tx, call.user.id, name));
    },
  });

  addApiRoute(app, calls.updateShopperPreferences, {
    summary: 'Change what others may see',
    auth: 'user',
    schema: { body: schemas.UpdateShopperPreferencesBody, reply: schemas.UserReply },
    handler: (call) => change(call, (tx) => setSocialProofConsent(tx, call.user.id, call.body.socialProof)),
  });
}
