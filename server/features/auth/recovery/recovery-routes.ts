import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/account-endpoints.ts';
import { normalizeEmail } from '#contract/rules/people/email.ts';
import * as schemas from '#contract/schemas/auth.ts';
import { SuccessMessageReply } from '#contract/schemas/basics.ts';
import { accountTexts } from '#contract/texts.ts';
import { addApiRoute } from '../../../http/route.ts';
import type { AccountServiceDepsFactory } from '../account-deps.ts';
import {
  passwordResetRateLimits,
  recoveryKeyCheckRateLimits,
  recoveryRequestRateLimits,
  temporaryRecoveryKeyRateLimits,
} from '../auth-limits.ts';
import { readKnownDeviceId, setDeviceCookie } from '../sessions/device-cookie.ts';
import {
  redeemTemporaryRecoveryKey,
  requestRecoveryKeyReset,
  resetPassword,
  verifyRecoveryKey,
} from './recovery-service.ts';

/**
 * Registers the account recovery calls. No reply says which input was wrong, because that would reveal which accounts
 * exist.
 */
export function registerRecoveryRoutes(app: FastifyInstance, depsFor: AccountServiceDepsFactory): void {
  addApiRoute(app, calls.verifyRecoveryKey, {
    summary: 'Verify the recovery key',
    auth: 'none',
    idempotent: false,
    schema: { body: schemas.VerifyRecoveryKeyBody, reply: schemas.VerifyRecoveryKeyReply },
    rateLimit: recoveryKeyCheckRateLimits,
    handler: async ({ body, request, reply }) => {
      const email = normalizeEmail(body.email);
      const isKnownDevice = readKnownDeviceId(request, email) !== null;
      const resetToken = await verifyRecoveryKey(depsFor(request, email), body, isKnownDevice);
      setDeviceCookie(request, reply, email);
      return { success: true as const, resetToken };
    },
  });

  addApiRoute(app, calls.resetPassword, {
    summary: 'Set a new password with a reset token',
    auth: 'none',
    idempotent: false,
    schema: { body: schemas.ResetPasswordBody, reply: SuccessMessageReply },
    rateLimit: passwordResetRateLimits,
    handler: async ({ body, request }) => {
      await resetPassword(depsFor(request), body);
      return { success: true as const, message: accountTexts.passwordReset };
    },
  });

  addApiRoute(app, calls.requestRecoveryKeyReset, {
    summary: 'Ask for a recovery key reset',
    auth: 'none',
    schema: { body: schemas.RequestRecoveryKeyResetBody, reply: SuccessMessageReply },
    rateLimit: recoveryRequestRateLimits,
    handler: async ({ body, request }) => {
      await requestRecoveryKeyReset(depsFor(request), body);
      return { success: true as const, message: accountTexts.resetRequested };
    },
  });

  addApiRoute(app, calls.replaceForgottenRecoveryKey, {
    summary: 'Set a new recovery key with a temporary one',
    auth: 'none',
    idempotent: false,
    schema: { body: schemas.ReplaceForgottenRecoveryKeyBody, reply: SuccessMessageReply },
    rateLimit: temporaryRecoveryKeyRateLimits,
    handler: async ({ body, request, reply }) => {
      await redeemTemporaryRecoveryKey(depsFor(request, body.email), body);
      setDeviceCookie(request, reply, normalizeEmail(body.email));
      return { success: true as const, message: accountTexts.recoveryKeyUpdated };
    },
  });
}
