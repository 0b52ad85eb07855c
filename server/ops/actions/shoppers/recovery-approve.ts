import { Type } from 'typebox';
import { screenPathPatterns } from '#contract/addresses.ts';
import { opsApproveRecoveryRequest } from '#contract/ops/recovery-endpoints.ts';
import {
  OpsApproveRecoveryRequestBody,
  OpsApproveRecoveryRequestReply,
  OpsRecoveryRequestParams,
} from '#contract/schemas/ops/recovery.ts';
import { createPasswordHasher } from '../../../features/auth/password-hashing.ts';
import { approveRecoveryRequest } from '../../../features/auth/recovery/recovery-operator.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';
import { buildWhatsappLink } from '../../whatsapp-link.ts';

export const accountRecoveryApproveAction = defineAction({
  name: 'recovery approve',
  summary: 'Approve a recovery request. The temporary key is shown once, with a WhatsApp link to send it.',
  roles: ['support', 'ops'],
  key: 'given',
  body: Type.Object({ ...OpsRecoveryRequestParams.properties, ...OpsApproveRecoveryRequestBody.properties }),
  positionals: ['requestId'],
  console: defineConsoleEndpoint(opsApproveRecoveryRequest, OpsApproveRecoveryRequestReply),
  async run({ db, actor, config, key }, { requestId, reason, despitePhone = false }) {
    if (despitePhone && !reason) throw new ActionRefusedError('--reason is required.');
    const operation = { actor, key, ...(reason ? { reason } : {}), despitePhone };
    const issued = await approveRecoveryRequest({ db, hasher: createPasswordHasher() }, requestId, operation);
    const temporaryKey = issued.temporaryKey.replace(/(.{4})(?=.)/g, '$1-');
    const message = `Hello ${issued.name.split(' ')[0]}, your temporary ${config.brandName} recovery key is ${temporaryKey}. It works once within 24 hours at ${config.publicUrl}${screenPathPatterns.useTemporaryRecoveryKey}. We never ask you for it.`;
    const whatsapp = buildWhatsappLink(issued.phone, message);
    return {
      data: { temporaryKey, email: issued.email, expiresInHours: 24, whatsapp },
      repeatText: 'The key was already given out and shown once.',
    };
  },
});
