import type { FastifyInstance } from 'fastify';
import {
  updateRecoveryKey as keyEndpoint,
  updatePassword as passwordEndpoint,
} from '#contract/account-endpoints.ts';
import { UpdatePasswordBody, UpdateRecoveryKeyBody } from '#contract/schemas/auth.ts';
import { SuccessMessageSchema } from '#contract/schemas/basics.ts';
import { accountTexts } from '#contract/texts.ts';
import { addApiRoute } from '../../../http/route.ts';
import type { AccountDepsFactory } from '../account-deps.ts';
import { currentPasswordRateLimits } from '../auth-limits.ts';
import { updatePassword, updateRecoveryKey } from './credentials-service.ts';

export function registerCredentialsRoutes(app: FastifyInstance, depsFor: AccountDepsFactory): void {
  addApiRoute(app, passwordEndpoint, {
    summary: 'Change the password',
    auth: 'user',
    schema: { body: UpdatePasswordBody, reply: SuccessMessageSchema },
    rateLimit: currentPasswordRateLimits,
    handler: async ({ body, user, idempotency, request }) => {
      const answer = { success: true as const, message: accountTexts.passwordUpdated };
      await updatePassword(depsFor(request), user, body, (tx) => idempotency.complete(tx, answer));
      return answer;
    },
  });

  addApiRoute(app, keyEndpoint, {
    summary: 'Change the recovery key',
    auth: 'user',
    schema: { body: UpdateRecoveryKeyBody, reply: SuccessMessageSchema },
    rateLimit: currentPasswordRateLimits,
    handler: async ({ body, user, idempotency, request }) => {
      const answer = { success: true as const, message: accountTexts.recoveryKeyUpdated };
      await updateRecoveryKey(depsFor(request), user, body, (tx) => idempotency.complete(tx, answer));
      return answer;
    },
  });
}
