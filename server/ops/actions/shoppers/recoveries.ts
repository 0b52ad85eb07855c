import { Type } from 'typebox';
import { screenPathPatterns } from '#contract/addresses.ts';
import * as calls from '#contract/ops/recovery-endpoints.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops/console.ts';
import * as schemas from '#contract/schemas/ops/recovery.ts';
import { createPasswordHasher } from '../../../features/auth/password-hashing.ts';
import {
  approveRecoveryRequest,
  rejectRecoveryRequest,
} from '../../../features/auth/recovery/recovery-operator.ts';
import { findRecoveryRequests } from '../../../features/auth/recovery/recovery-repository.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';
import { buildWhatsappLink } from '../../whatsapp-link.ts';

const recoveryListAction = defineAction({
  name: 'recovery list',
  summary:
    "The first 200 requests for a temporary recovery key. Call the account's number before you approve.",
  roles: ['support', 'ops'],
  body: schemas.OpsRecoveryRequestsQuery,
  console: defineConsoleEndpoint(calls.opsListRecoveryRequests, schemas.OpsRecoveryRequestsReply),
  run: async ({ db }, { status = 'open' }) => ({
    data: await findRecoveryRequests(db, status),
    lookedAt: `recovery:${status}`,
  }),
});

const recoveryApproveAction = defineAction({
  name: 'recovery approve',
  summary: 'Approve a recovery request. The temporary key is shown once, with a WhatsApp link to send it.',
  roles: ['support', 'ops'],
  key: 'given',
  body: Type.Object({
    ...schemas.OpsRecoveryRequestParams.properties,
    ...schemas.OpsApproveRecoveryRequestBody.properties,
  }),
  positionals: ['requestId'],
  console: defineConsoleEndpoint(calls.opsApproveRecoveryRequest, schemas.OpsApproveRecoveryRequestReply),
  async run({ db, actor, config, key }, { requestId, reason, despitePhone = false }) {
    if (despitePhone && !reason) throw new ActionRefusedError('--reason is required.');
    const act = { actor, key, ...(reason ? { reason } : {}), despitePhone };
    const issued = await approveRecoveryRequest({ db, hasher: createPasswordHasher() }, requestId, act);
    const temporaryKey = issued.temporaryKey.replace(/(.{4})(?=.)/g, '$1-');
    const message = `Hello ${issued.name.split(' ')[0]}, your temporary ${config.brandName} recovery key is ${temporaryKey}. It works once within 24 hours at ${config.publicUrl}${screenPathPatterns.useTemporaryRecoveryKey}. We never ask you for it.`;
    const whatsapp = buildWhatsappLink(issued.phone, message);
    return {
      data: { temporaryKey, email: issued.email, expiresInHours: 24, whatsapp },
      saidAgain: 'The key was already given out and shown once.',
    };
  },
});

const recoveryRejectAction = defineAction({
  name: 'recovery reject',
  summary: 'Decline a recovery request.',
  roles: ['support', 'ops'],
  key: 'given',
  body: Type.Object({ ...schemas.OpsRecoveryRequestParams.properties, ...OpsReasonBody.properties }),
  positionals: ['requestId'],
  console: defineConsoleEndpoint(calls.opsRejectRecoveryRequest, OpsActionReply),
  async run({ db, actor, key }, { requestId, reason }) {
    await rejectRecoveryRequest(db, requestId, { actor, key, reason });
    return { data: { requestId, status: 'rejected' } };
  },
});

export const recoveryActions = [recoveryListAction, recoveryApproveAction, recoveryRejectAction];
