import { Type } from 'typebox';
import { opsRejectRecovery } from '#contract/ops-recovery-endpoints.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops.ts';
import { OpsRequestParams } from '#contract/schemas/ops-recovery.ts';
import { rejectRecovery } from '../../../features/auth/recovery/recovery-operator.ts';
import { action, call } from '../../action.ts';

export const recoveryRejectAction = action({
  name: 'recovery reject',
  summary: 'Decline a recovery request.',
  roles: ['support', 'ops'],
  key: 'given',
  body: Type.Object({ ...OpsRequestParams.properties, ...OpsReasonBody.properties }),
  positionals: ['requestId'],
  console: call(opsRejectRecovery, OpsActionReply),
  async run({ db, actor, key }, { requestId, reason }) {
    await rejectRecovery(db, requestId, { actor, key, reason });
    return { data: { requestId, status: 'rejected' } };
  },
});
