import { Type } from 'typebox';
import { opsListAuditLog } from '#contract/ops-work-endpoints.ts';
import { PositiveIntegerUpTo } from '#contract/schemas/basics.ts';
import { OpsAuditLogQuery, OpsAuditLogReply } from '#contract/schemas/ops-work.ts';
import { findAuditEntries } from '../../../audit/audit-log.ts';
import { isCalendarDay } from '../../../lib/calendar.ts';
import { ActionRefusedError, defineAction, defineConsoleCall } from '../../action.ts';

const LINES = 50;

/** @param listReads lists the names of reading actions in the notation of the log. */
export const auditLogListAction = (listReads: () => string[]) =>
  defineAction({
    name: 'audit',
    summary:
      'The newest entries of the audit log, by operator (or `system`), by target, by day in Lagos; --kind: what changed something, or who looked at data of shoppers.',
    roles: ['support', 'ops', 'finance'],
    body: Type.Object({ ...OpsAuditLogQuery.properties, limit: Type.Optional(PositiveIntegerUpTo(1_000)) }),
    console: defineConsoleCall(opsListAuditLog, OpsAuditLogReply),
    async run({ db }, { by, kind, target, day, before, limit = LINES }) {
      if (day !== undefined && !isCalendarDay(day)) throw new ActionRefusedError('--day is YYYY-MM-DD.');
      const actor = by === undefined || by === 'system' || by.includes(':') ? by : `operator:${by}`;
      return {
        data: await findAuditEntries(db, {
          actor,
          target,
          day,
          before,
          limit,
          ...actionsOf(kind, listReads),
        }),
      };
    },
  });

function actionsOf(kind: 'acts' | 'reads' | undefined, listReads: () => string[]) {
  return kind === undefined ? {} : { [kind === 'reads' ? 'actions' : 'withoutActions']: listReads() };
}
