import { defineEndpoint } from '../endpoint.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';
import type {
  OpsAlarmHistoryReply,
  OpsAlarmsReply,
  OpsAuditLogBody,
  OpsAuditLogReply,
  OpsDeadOutboxRowsReply,
  OpsFailedJobsReply,
  OpsJobParams,
  OpsOutboxBacklogReply,
  OpsOutboxRowParams,
} from '../schemas/ops/work.ts';

export const opsListAlarms = defineEndpoint<{ reply: OpsAlarmsReply }>('GET', '/api/ops/alarms');
export const opsListAlarmHistory = defineEndpoint<{ reply: OpsAlarmHistoryReply }>(
  'GET',
  '/api/ops/alarms/history',
);
export const opsListFailedJobs = defineEndpoint<{ reply: OpsFailedJobsReply }>('GET', '/api/ops/jobs');
export const opsRunJob = defineEndpoint<{ params: OpsJobParams; reply: OpsActionReply }>(
  'POST',
  '/api/ops/jobs/:job/run',
);
export const opsGetOutboxBacklog = defineEndpoint<{ reply: OpsOutboxBacklogReply }>('GET', '/api/ops/outbox');
export const opsListDeadOutboxRows = defineEndpoint<{ reply: OpsDeadOutboxRowsReply }>(
  'GET',
  '/api/ops/outbox/dead',
);
export const opsRetryDeadOutboxRow = defineEndpoint<{ params: OpsOutboxRowParams; reply: OpsActionReply }>(
  'POST',
  '/api/ops/outbox/:work/revive',
);
export const opsCloseDeadOutboxRow = defineEndpoint<{
  params: OpsOutboxRowParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/outbox/:work/close');
/** The method is POST, because a search names a shopper and addresses of requests are logged. */
export const opsListAuditLog = defineEndpoint<{ body: OpsAuditLogBody; reply: OpsAuditLogReply }>(
  'POST',
  '/api/ops/audit',
);
