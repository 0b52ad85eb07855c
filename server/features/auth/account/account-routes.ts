import type { FastifyInstance } from 'fastify';
import { deleteAccount as deleteEndpoint, exportAccount as exportEndpoint } from '#contract/endpoints.ts';
import { AccountExportReply, DeleteAccountBody } from '#contract/schemas/auth.ts';
import { DoneMessage } from '#contract/schemas/basics.ts';
import type { Platform } from '../../../http/platform.ts';
import { route } from '../../../http/route.ts';
import { shopperTransaction } from '../../../http/sessions/shopper-transaction.ts';
import type { AccountDepsFor } from '../account-deps.ts';
import { currentPasswordLimits } from '../auth-limits.ts';
import { clearSessionCookies } from '../sessions/session-cookies.ts';
import { accountDeletedMessage, deleteAccount } from './account-deletion.ts';
import { exportAccount } from './account-export-repository.ts';

export function registerAccountRoutes(
  app: FastifyInstance,
  { db, config }: Pick<Platform, 'db' | 'config'>,
  depsFor: AccountDepsFor,
): void {
  route(app, exportEndpoint, {
    summary: 'Everything the shop keeps about the caller',
    auth: 'user',
    rateLimit: [{ name: 'export', limit: 10, windowMs: 60 * 60_000, by: 'account' }],
    schema: { reply: AccountExportReply },
    handler: async ({ user, request, reply }) => {
      const data = await shopperTransaction(db, user, async (tx) => {
        await depsFor(request).record(tx, 'account_exported', user.id);
        return exportAccount(tx, user.id);
      });
      reply.header('content-disposition', 'attachment; filename="my-data.json"');
      return { success: true as const, data };
    },
  });

  route(app, deleteEndpoint, {
    summary: 'Delete the account',
    auth: 'user',
    rateLimit: currentPasswordLimits,
    schema: { body: DeleteAccountBody, reply: DoneMessage },
    handler: async ({ user, body, request, reply, idempotency }) => {
      const answer = { success: true as const, message: accountDeletedMessage };
      await deleteAccount(depsFor(request), user, body, (tx) => idempotency.complete(tx, answer));
      clearSessionCookies(reply, config.publicUrl);
      return answer;
    },
  });
}
