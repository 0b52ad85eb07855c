import { Type } from 'typebox';
import { opsListAuditLog } from '#contract/ops-work-endpoints.ts';
import { PositiveIntegerUpTo } from '#contract/schemas/basics.ts';
import { OpsAuditLogQuery, OpsAuditLogReply } from '#contract/schemas/ops-work.ts';
import { findAuditEntries } from '../../../audit/audit-log.ts';
import { isCalendarDay } from '../../../lib/calendar.ts';
import { ActionRefusedError, defineAction, defineConsoleCall } from '../../action.ts';

const LINES = 50;

export const auditLogListAction = defineAction({
  name: 'audit',
  summary: 'The newest entries of the audit log, by operator (or `system`), by target, by day in Lagos.',
  roles: ['support', 'ops', 'finance'],
  body: Type.Object({ ...OpsAuditLogQuery.properties, limit: Type.Optional(PositiveIntegerUpTo(1_000)) }),
  console: defineConsoleCall(opsListAuditLog, OpsAuditLogReply),
  async run({ db }, { by, target, day, before, limit = LINES }) {
    if (day !== undefined && !isCalendarDay(day)) throw new ActionRefusedError('--day is YYYY-MM-DD.');
    const actor = by === undefined || by === 'system' || by.includes(':') ? by : `operator:${by}`;
    return { data: await findAuditEntries(db, { actor, target, day, before, limit }) };
  },
});
