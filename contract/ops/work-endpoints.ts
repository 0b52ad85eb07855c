import { defineGet, definePost } from '../endpoint.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';
import type * as work from '../schemas/ops/work.ts';

export const opsListAlarms = defineGet<{ reply: work.OpsAlarmsReply }>('/api/ops/alarms');
export const opsListAlarmHistory = defineGet<{ reply: work.OpsAlarmHistoryReply }>('/api/ops/alarms/history');
export const opsListFailedJobs = defineGet<{ reply: work.OpsFailedJobsReply }>('/api/ops/jobs');
export const opsRunJob = definePost<{ params: work.OpsJobParams; reply: OpsActionReply }>(
  '/api/ops/jobs/:job/run',
);
export const opsGetOutboxBacklog = defineGet<{ reply: work.OpsOutboxBacklogReply }>('/api/ops/outbox');
export const opsListDeadOutboxRows = defineGet<{ reply: work.OpsDeadOutboxRowsReply }>(
  '/api/ops/outbox/dead',
);
export const opsRetryDeadOutboxRows = definePost<{
  params: work.OpsOutboxIdOrTopicParams;
  reply: OpsActionReply;
}>('/api/ops/outbox/:work/revive');
export const opsCloseDeadOutboxRows = definePost<{
  params: work.OpsOutboxIdOrTopicParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('/api/ops/outbox/:work/close');
/** The method is POST, because a search names a shopper and addresses of requests are logged. */
export const opsListAuditLog = definePost<{ body: work.OpsAuditLogBody; reply: work.OpsAuditLogReply }>(
  '/api/ops/audit',
);
