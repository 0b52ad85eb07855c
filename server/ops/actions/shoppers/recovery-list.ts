import { opsListRecoveryRequests } from '#contract/ops/recovery-endpoints.ts';
import { OpsRecoveryRequestsQuery, OpsRecoveryRequestsReply } from '#contract/schemas/ops/recovery.ts';
import { findRecoveryRequests } from '../../../features/auth/recovery/recovery-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';

export const accountRecoveryListAction = defineAction({
  name: 'recovery list',
  summary:
    "The first 200 requests for a temporary recovery key. Call the account's number before you approve.",
  roles: ['support', 'ops'],
  body: OpsRecoveryRequestsQuery,
  console: defineConsoleEndpoint(opsListRecoveryRequests, OpsRecoveryRequestsReply),
  run: async ({ db }, { status = 'open' }) => ({
    data: await findRecoveryRequests(db, status),
    lookedAt: `recovery:${status}`,
  }),
});
