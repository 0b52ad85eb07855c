import { opsExportLedger } from '#contract/ops/money-endpoints.ts';
import { OpsExportLedgerBody } from '#contract/schemas/ops/money.ts';
import { OpsCsvExportReply } from '#contract/schemas/ops/orders.ts';
import { findDaySpanOfMonth } from '../../../ledger/account-totals-repository.ts';
import { findPostingEntries } from '../../../ledger/postings-repository.ts';
import { formatLagosDayAndTime } from '../../../lib/calendar.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { exportListAsCsv } from '../../export-list.ts';

export const ledgerPostingsExportAction = defineAction({
  name: 'report postings',
  summary:
    "Every entry of the month's postings as a table for an accountant, in the order of the ledger. --after continues a full table.",
  roles: ['finance'],
  body: OpsExportLedgerBody,
  console: defineConsoleEndpoint(opsExportLedger, OpsCsvExportReply),
  async run(context, { month, after }) {
    const span = await findDaySpanOfMonth(context.db, month);
    return exportListAsCsv(context, {
      ...{ target: `month:${month}`, after },
      columns: ['posting', 'date', 'time', 'kind', 'reference', 'account', 'in', 'out'],
      read: (from, limit) => findPostingEntries(context.db, { span, after: Number(from ?? 0), limit }),
      keyOf: ({ entry }) => String(entry),
      cellsOf: ({ posting, createdAt, kind, ref, account, amountKobo }) => [
        String(posting),
        ...formatLagosDayAndTime(createdAt),
        ...[kind, ref, account],
        ...[amountKobo, -amountKobo].map((kobo) => (kobo > 0 ? String(kobo / 100) : '')),
      ],
    });
  },
  print: ({ csv }: { csv: string }) => csv,
});
