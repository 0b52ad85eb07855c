import type { FastifyInstance } from 'fastify';
import {
  applyTemporaryKey,
  requestRecoveryKeyReset as requestEndpoint,
  resetPassword as resetEndpoint,
  verifyRecoveryKey as verifyEndpoint,
} from '#contract/endpoints.ts';
import { normalEmail } from '#contract/rules/email.ts';
import {
  RequestRecoveryKeyResetBody,
  ResetPasswordBody,
  UseTemporaryKeyBody,
  VerifyRecoveryKeyBody,
  VerifyRecoveryKeyReply,
} from '#contract/schemas/auth.ts';
import { DoneMessage } from '#contract/schemas/basics.ts';
import { accountTexts } from '#contract/texts.ts';
import { route } from '../../../http/route.ts';
import type { AccountDepsFor } from '../account-deps.ts';
import {
  resetPasswordLimits,
  resetRequestLimits,
  temporaryKeyLimits,
  verifyKeyLimits,
} from '../auth-limits.ts';
import { readKnownDevice, setDeviceCookie } from '../sessions/device-cookie.ts';
import {
  requestRecoveryKeyReset,
  resetPassword,
  useTemporaryKey,
  verifyRecoveryKey,
} from './recovery-service.ts';

/** Account recovery for visitors. No reply says which part was wrong. */
export function registerRecoveryRoutes(app: FastifyInstance, depsFor: AccountDepsFor): void {
  route(app, verifyEndpoint, {
    summary: 'Verify the recovery key',
    auth: 'none',
    idempotent: false,
    schema: { body: VerifyRecoveryKeyBody, reply: VerifyRecoveryKeyReply },
    rateLimit: verifyKeyLimits,
    handler: async ({ body, request, reply }) => {
      const email = normalEmail(body.email);
      const isKnownDevice = readKnownDevice(request, email) !== null;
      const resetToken = await verifyRecoveryKey(depsFor(request, email), body, isKnownDevice);
      setDeviceCookie(request, reply, email);
      return { success: true as const, resetToken };
    },
  });

  route(app, resetEndpoint, {
    summary: 'Set a new password with a reset token',
    auth: 'none',
    idempotent: false,
    schema: { body: ResetPasswordBody, reply: DoneMessage },
    rateLimit: resetPasswordLimits,
    handler: async ({ body, request }) => {
      await resetPassword(depsFor(request), body);
      return { success: true as const, message: accountTexts.passwordReset };
    },
  });

  route(app, requestEndpoint, {
    summary: 'Ask for a recovery key reset',
    auth: 'none',
    schema: { body: RequestRecoveryKeyResetBody, reply: DoneMessage },
    rateLimit: resetRequestLimits,
    handler: async ({ body, request }) => {
      await requestRecoveryKeyReset(depsFor(request), body);
      return { success: true as const, message: accountTexts.resetRequested };
    },
  });

  route(app, applyTemporaryKey, {
    summary: 'Set a new recovery key with a temporary one',
    auth: 'none',
    idempotent: false,
    schema: { body: UseTemporaryKeyBody, reply: DoneMessage },
    rateLimit: temporaryKeyLimits,
    handler: async ({ body, request, reply }) => {
      await useTemporaryKey(depsFor(request, body.email), body);
      setDeviceCookie(request, reply, normalEmail(body.email));
      return { success: true as const, message: accountTexts.recoveryKeyUpdated };
    },
  });
}
