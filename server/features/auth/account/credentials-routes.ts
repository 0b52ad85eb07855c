import type { FastifyInstance } from 'fastify';
import { updateRecoveryKey as keyEndpoint, updatePassword as passwordEndpoint } from '#contract/endpoints.ts';
import { UpdatePasswordBody, UpdateRecoveryKeyBody } from '#contract/schemas/auth.ts';
import { DoneMessage } from '#contract/schemas/basics.ts';
import { accountTexts } from '#contract/texts.ts';
import { route } from '../../../http/route.ts';
import type { AccountDepsFor } from '../account-deps.ts';
import { currentPasswordLimits } from '../auth-limits.ts';
import { updatePassword, updateRecoveryKey } from './credentials-service.ts';

export function registerCredentialsRoutes(app: FastifyInstance, depsFor: AccountDepsFor): void {
  route(app, passwordEndpoint, {
    summary: 'Change the password',
    auth: 'user',
    schema: { body: UpdatePasswordBody, reply: DoneMessage },
    rateLimit: currentPasswordLimits,
    handler: async ({ body, user, idempotency, request }) => {
      const answer = { success: true as const, message: accountTexts.passwordUpdated };
      await updatePassword(depsFor(request), user, body, (tx) => idempotency.complete(tx, answer));
      return answer;
    },
  });

  route(app, keyEndpoint, {
    summary: 'Change the recovery key',
    auth: 'user',
    schema: { body: UpdateRecoveryKeyBody, reply: DoneMessage },
    rateLimit: currentPasswordLimits,
    handler: async ({ body, user, idempotency, request }) => {
      const answer = { success: true as const, message: accountTexts.recoveryKeyUpdated };
      await updateRecoveryKey(depsFor(request), user, body, (tx) => idempotency.complete(tx, answer));
      return answer;
    },
  });
}
