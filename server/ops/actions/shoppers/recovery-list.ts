import { opsRecovery } from '#contract/ops-recovery-endpoints.ts';
import { OpsRecoveryQuery, OpsRecoveryReply } from '#contract/schemas/ops-recovery.ts';
import { findRecoveryRequests } from '../../../features/auth/recovery/recovery-repository.ts';
import { action, call } from '../../action.ts';

export const recoveryListAction = action({
  name: 'recovery list',
  summary:
    "The first 200 requests for a temporary recovery key. Call the account's number before you approve.",
  roles: ['support', 'ops'],
  body: OpsRecoveryQuery,
  console: call(opsRecovery, OpsRecoveryReply),
  run: async ({ db }, { status = 'open' }) => ({
    data: await findRecoveryRequests(db, status),
    lookedAt: `recovery:${status}`,
  }),
});
