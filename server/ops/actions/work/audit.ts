import { Type } from 'typebox';
import { opsListAuditLog } from '#contract/ops/work-endpoints.ts';
import { PositiveIntegerUpTo } from '#contract/schemas/basics.ts';
import { OpsAuditLogBody, OpsAuditLogReply } from '#contract/schemas/ops/work.ts';
import { isCalendarDay } from '../../../lib/calendar.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { getAuditActionTitle } from '../../queries/audit/audit-action-titles.ts';
import { parseAuditLogQuery } from '../../queries/audit/audit-query.ts';
import { attachRecordLinksToAuditEntries } from '../../queries/audit/audit-records.ts';
import { findAuditEntries } from '../../queries/audit/audit-repository.ts';
import { requireNamedRecords } from '../named-records.ts';

const LINES = 50;

/** @param listReadActions lists the names of all actions that only read. */
export const createAuditLogListAction = (listReadActions: () => string[]) =>
  defineAction({
    name: 'audit',
    summary:
      'The newest entries of the audit log. Q: words of the act or its reason, an order number, a payment reference, or the name of a shopper, operator, product or centre. --by: an operator or `system`; --kind: what changed something, or who looked at data of shoppers.',
    // All roles may search by a shopper's name here, because all of them may search the shoppers themselves.
    roles: ['support', 'ops', 'finance'],
    body: Type.Object({ ...OpsAuditLogBody.properties, limit: Type.Optional(PositiveIntegerUpTo(1_000)) }),
    positionals: ['q'],
    console: defineConsoleEndpoint(opsListAuditLog, OpsAuditLogReply),
    async run(context, { q, by, kind, target, day, before, limit = LINES }) {
      const { db } = context;
      const isOperator = by !== undefined && by !== 'system' && !by.includes(':');
      await requireNamedRecords(context, { 'audit entry': before, operator: isOperator ? by : undefined });
      if (day !== undefined && !isCalendarDay(day)) throw new ActionRefusedError('--day is YYYY-MM-DD.');
      const actor = isOperator ? `operator:${by}` : by;
      const query = await parseAuditLogQuery(db, { q, target });
      const search = { ...query, actor, day, before, limit, ...actionsOf(kind, listReadActions) };
      const entries = await attachRecordLinksToAuditEntries(db, await findAuditEntries(db, search));
      const data = entries.map((entry) => ({ ...entry, title: getAuditActionTitle(entry.action) }));
      // A search by a shopper's name is logged as a view, because its result reveals that the shopper exists.
      return { data, ...(query.userIds.length > 0 ? { lookedAt: 'search:audit' } : {}) };
    },
    print: (entries: { records: unknown; title: string }[]) =>
      formatTextTable(entries.map(({ records, title, ...columns }) => columns)),
  });

function actionsOf(kind: 'acts' | 'reads' | undefined, listReadActions: () => string[]) {
  return kind === undefined ? {} : { [kind === 'reads' ? 'actions' : 'withoutActions']: listReadActions() };
}
