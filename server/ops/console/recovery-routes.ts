import type { FastifyInstance } from 'fastify';
import {
  opsApproveRecovery,
  opsBlockReferral,
  opsClearReferral,
  opsRecovery,
  opsReferrals,
  opsRejectRecovery,
} from '#contract/ops-recovery-endpoints.ts';
import { OpsActReply, OpsReasonBody } from '#contract/schemas/ops.ts';
import * as schemas from '#contract/schemas/ops-recovery.ts';
import type { OpsDeps } from '../command.ts';
import { commandRoute } from './command-route.ts';
import { optionsOf } from './options-of.ts';

export function registerRecoveryRoutes(app: FastifyInstance, deps: OpsDeps): void {
  commandRoute(app, deps, opsRecovery, {
    command: 'recovery list',
    schema: { query: schemas.OpsRecoveryQuery, reply: schemas.OpsRecoveryReply },
    args: ({ query }) => ({ options: optionsOf(query) }),
  });
  commandRoute(app, deps, opsApproveRecovery, {
    command: 'recovery approve',
    schema: {
      params: schemas.OpsRequestParams,
      body: schemas.OpsApproveBody,
      reply: schemas.OpsApproveReply,
    },
    args: ({ params, body: { reason, despitePhone } }) => ({
      words: [params.requestId],
      options: optionsOf({ reason, 'despite-phone': despitePhone ? 'true' : undefined }),
    }),
  });
  commandRoute(app, deps, opsRejectRecovery, {
    command: 'recovery reject',
    schema: { params: schemas.OpsRequestParams, body: OpsReasonBody, reply: OpsActReply },
    args: ({ params, body }) => ({ words: [params.requestId], options: { reason: body.reason } }),
  });
  commandRoute(app, deps, opsReferrals, {
    command: 'referral list',
    schema: { reply: schemas.OpsReferralsReply },
    args: () => ({}),
  });
  const judged = ({ body: { email, reason } }: { body: schemas.OpsJudgeBody }) => ({
    options: { email, reason },
  });
  const judge = { body: schemas.OpsJudgeBody, reply: OpsActReply };
  commandRoute(app, deps, opsClearReferral, {
    command: 'referral clear',
    schema: judge,
    args: judged,
  });
  commandRoute(app, deps, opsBlockReferral, {
    command: 'referral block',
    schema: judge,
    args: judged,
  });
}
