import { endpoint } from './endpoint.ts';
import type { OpsActionReply, OpsReasonBody } from './schemas/ops.ts';
import type {
  OpsAlarmHistoryReply,
  OpsAlarmsReply,
  OpsAuditQuery,
  OpsAuditReply,
  OpsDeadWorkReply,
  OpsJobsReply,
  OpsOutboxReply,
  OpsWorkParams,
} from './schemas/ops-work.ts';

/** @source operator.md */

export const opsAlarms = endpoint<{ reply: OpsAlarmsReply }>('GET', '/api/ops/alarms');
export const opsAlarmHistory = endpoint<{ reply: OpsAlarmHistoryReply }>('GET', '/api/ops/alarms/history');
export const opsJobs = endpoint<{ reply: OpsJobsReply }>('GET', '/api/ops/jobs');
export const opsOutbox = endpoint<{ reply: OpsOutboxReply }>('GET', '/api/ops/outbox');
export const opsDeadOutbox = endpoint<{ reply: OpsDeadWorkReply }>('GET', '/api/ops/outbox/dead');
export const opsReviveOutboxRow = endpoint<{ params: OpsWorkParams; reply: OpsActionReply }>(
  'POST',
  '/api/ops/outbox/:work/revive',
);
export const opsCloseOutboxRow = endpoint<{
  params: OpsWorkParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/outbox/:work/close');
export const opsAudit = endpoint<{ query: OpsAuditQuery; reply: OpsAuditReply }>('GET', '/api/ops/audit');
