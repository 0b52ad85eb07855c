import { Type } from 'typebox';
import { screens } from '#contract/addresses.ts';
import { opsApproveRecovery } from '#contract/ops-recovery-endpoints.ts';
import { OpsApproveBody, OpsApproveReply, OpsRequestParams } from '#contract/schemas/ops-recovery.ts';
import { createPasswordHasher } from '../../../features/auth/password-hashing.ts';
import { approveRecovery } from '../../../features/auth/recovery/recovery-operator.ts';
import { action, call, Refusal } from '../../action.ts';
import { whatsappLink } from '../../whatsapp-link.ts';

export const recoveryApproveAction = action({
  name: 'recovery approve',
  summary: 'Approve a recovery request. The temporary key is shown once, with a WhatsApp link to send it.',
  roles: ['support', 'ops'],
  key: 'given',
  body: Type.Object({ ...OpsRequestParams.properties, ...OpsApproveBody.properties }),
  positionals: ['requestId'],
  console: call(opsApproveRecovery, OpsApproveReply),
  async run({ db, actor, config, key }, { requestId, reason, despitePhone = false }) {
    if (despitePhone && !reason) throw new Refusal('--reason is required.');
    const act = { actor, key, ...(reason ? { reason } : {}), despitePhone };
    const issued = await approveRecovery({ db, hasher: createPasswordHasher() }, requestId, act);
    const temporaryKey = issued.temporaryKey.replace(/(.{4})(?=.)/g, '$1-');
    const message = `Hello ${issued.name.split(' ')[0]}, your temporary ${config.brandName} recovery key is ${temporaryKey}. It works once within 24 hours at ${config.publicUrl}${screens.useTemporaryRecoveryKey}. We never ask you for it.`;
    const whatsapp = whatsappLink(issued.phone, message);
    return {
      data: { temporaryKey, email: issued.email, expiresInHours: 24, whatsapp },
      saidAgain: 'The key was already given out and shown once.',
    };
  },
});
