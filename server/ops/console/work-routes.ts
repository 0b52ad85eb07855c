import type { FastifyInstance } from 'fastify';
import {
  opsAlarmHistory,
  opsAlarms,
  opsAudit,
  opsCloseWork,
  opsDeadWork,
  opsJobs,
  opsOutbox,
  opsReviveWork,
} from '#contract/ops-work-endpoints.ts';
import { OpsActReply, OpsReasonBody } from '#contract/schemas/ops.ts';
import * as schemas from '#contract/schemas/ops-work.ts';
import type { OpsDeps } from '../command.ts';
import { commandRoute } from './command-route.ts';
import { optionsOf } from './options-of.ts';

export function registerWorkRoutes(app: FastifyInstance, deps: OpsDeps): void {
  commandRoute(app, deps, opsAlarms, {
    command: 'alarm list',
    schema: { reply: schemas.OpsAlarmsReply },
    args: () => ({}),
  });
  commandRoute(app, deps, opsAlarmHistory, {
    command: 'alarm history',
    schema: { reply: schemas.OpsAlarmHistoryReply },
    args: () => ({}),
  });
  commandRoute(app, deps, opsJobs, {
    command: 'job list',
    schema: { reply: schemas.OpsJobsReply },
    args: () => ({}),
  });
  commandRoute(app, deps, opsOutbox, {
    command: 'outbox',
    schema: { reply: schemas.OpsOutboxReply },
    args: () => ({}),
  });
  commandRoute(app, deps, opsDeadWork, {
    command: 'outbox dead',
    schema: { reply: schemas.OpsDeadWorkReply },
    args: () => ({}),
  });
  commandRoute(app, deps, opsReviveWork, {
    command: 'outbox revive',
    schema: { params: schemas.OpsWorkParams, reply: OpsActReply },
    args: ({ params }) => ({ words: [params.work] }),
  });
  commandRoute(app, deps, opsCloseWork, {
    command: 'outbox close',
    schema: { params: schemas.OpsWorkParams, body: OpsReasonBody, reply: OpsActReply },
    args: ({ params, body }) => ({ words: [params.work], options: { reason: body.reason } }),
  });
  commandRoute(app, deps, opsAudit, {
    command: 'audit',
    schema: { query: schemas.OpsAuditQuery, reply: schemas.OpsAuditReply },
    args: ({ query }) => ({ options: optionsOf(query) }),
  });
}
