import { Type } from 'typebox';
import { opsRejectRecoveryRequest } from '#contract/ops/recovery-endpoints.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops/console.ts';
import { OpsRecoveryRequestParams } from '#contract/schemas/ops/recovery.ts';
import { rejectRecoveryRequest } from '../../../features/auth/recovery/recovery-operator.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';

export const accountRecoveryRejectAction = defineAction({
  name: 'recovery reject',
  summary: 'Decline a recovery request.',
  roles: ['support', 'ops'],
  key: 'given',
  body: Type.Object({ ...OpsRecoveryRequestParams.properties, ...OpsReasonBody.properties }),
  positionals: ['requestId'],
  console: defineConsoleEndpoint(opsRejectRecoveryRequest, OpsActionReply),
  async run({ db, actor, key }, { requestId, reason }) {
    await rejectRecoveryRequest(db, requestId, { actor, key, reason });
    return { data: { requestId, status: 'rejected' } };
  },
});
