import type { FastifyInstance } from 'fastify';
import { opsAgree, opsApprovals, opsDecline } from '#contract/ops-approval-endpoints.ts';
import { OpsActReply, OpsReasonBody } from '#contract/schemas/ops.ts';
import { OpsApprovalParams, OpsApprovalsReply } from '#contract/schemas/ops-approvals.ts';
import type { OpsDeps } from '../command.ts';
import { commandRoute } from './command-route.ts';

/** What waits for a second person. */
export function registerApprovals(app: FastifyInstance, deps: OpsDeps): void {
  commandRoute(app, deps, opsApprovals, {
    command: 'approval list',
    // The screen follows what was agreed to.
    isByItself: true,
    schema: { reply: OpsApprovalsReply },
    args: () => ({}),
  });
  commandRoute(app, deps, opsAgree, {
    command: 'approval agree',
    schema: { params: OpsApprovalParams, reply: OpsActReply },
    args: ({ params }) => ({ words: [params.id] }),
  });
  commandRoute(app, deps, opsDecline, {
    command: 'approval decline',
    schema: { params: OpsApprovalParams, body: OpsReasonBody, reply: OpsActReply },
    args: ({ params, body }) => ({ words: [params.id], options: { reason: body.reason } }),
  });
}
