import type { FastifyInstance } from 'fastify';
import {
  deleteAccount as deleteEndpoint,
  exportAccountData as exportEndpoint,
} from '#contract/account-endpoints.ts';
import { AccountExportReply, DeleteAccountBody } from '#contract/schemas/auth.ts';
import { SuccessMessageSchema } from '#contract/schemas/basics.ts';
import { addApiRoute } from '../../../http/route.ts';
import { runShopperTransaction } from '../../../http/sessions/shopper-transaction.ts';
import type { SharedServices } from '../../../http/shared-services.ts';
import type { AccountDepsFactory } from '../account-deps.ts';
import { currentPasswordRateLimits } from '../auth-limits.ts';
import { clearSessionCookies } from '../sessions/session-cookies.ts';
import { accountDeletedMessage, deleteAccount } from './account-deletion.ts';
import { readAccountExport } from './account-export-repository.ts';

export function registerAccountRoutes(
  app: FastifyInstance,
  { db, config }: Pick<SharedServices, 'db' | 'config'>,
  depsFor: AccountDepsFactory,
): void {
  addApiRoute(app, exportEndpoint, {
    summary: 'Everything the shop keeps about the caller',
    auth: 'user',
    rateLimit: [{ name: 'export', limit: 10, windowMs: 60 * 60_000, by: 'account' }],
    schema: { reply: AccountExportReply },
    handler: async ({ user, request, reply }) => {
      const data = await runShopperTransaction(db, user, async (tx) => {
        await depsFor(request).record(tx, 'account_exported', user.id);
        return readAccountExport(tx, user.id);
      });
      reply.header('content-disposition', 'attachment; filename="my-data.json"');
      return { success: true as const, data };
    },
  });

  addApiRoute(app, deleteEndpoint, {
    summary: 'Delete the account',
    auth: 'user',
    rateLimit: currentPasswordRateLimits,
    schema: { body: DeleteAccountBody, reply: SuccessMessageSchema },
    handler: async ({ user, body, request, reply, idempotency }) => {
      const answer = { success: true as const, message: accountDeletedMessage };
      await deleteAccount(depsFor(request), user, body, (tx) => idempotency.complete(tx, answer));
      clearSessionCookies(reply, config.publicUrl);
      return answer;
    },
  });
}
