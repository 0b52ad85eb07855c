import { Type } from 'typebox';
import { opsAudit } from '#contract/ops-work-endpoints.ts';
import { PositiveInteger } from '#contract/schemas/basics.ts';
import { OpsAuditQuery, OpsAuditReply } from '#contract/schemas/ops-work.ts';
import { findAuditLines } from '../../../audit/audit-log.ts';
import { isDay } from '../../../lib/calendar.ts';
import { action, call, Refusal } from '../../action.ts';

const LINES = 50;

export const auditAction = action({
  name: 'audit',
  summary: 'The newest entries of the audit log, by operator (or `system`), by target, by day in Lagos.',
  roles: ['support', 'ops', 'finance'],
  body: Type.Object({ ...OpsAuditQuery.properties, limit: Type.Optional(PositiveInteger(1_000)) }),
  console: call(opsAudit, OpsAuditReply),
  async run({ db }, { by, target, day, before, limit = LINES }) {
    if (day !== undefined && !isDay(day)) throw new Refusal('--day is YYYY-MM-DD.');
    const actor = by === undefined || by === 'system' || by.includes(':') ? by : `operator:${by}`;
    return { data: await findAuditLines(db, { actor, target, day, before, limit }) };
  },
});
