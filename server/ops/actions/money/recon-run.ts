import { opsRunReconciliation } from '#contract/ops/money-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsRunReconciliationBody } from '#contract/schemas/ops/money.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import { findCurrentLagosDay } from '../../../features/payments/reconciliation/reconciliation-repository.ts';
import { reconcilePayments } from '../../../features/payments/reconciliation/reconciliation-service.ts';
import { isCalendarDay } from '../../../lib/calendar.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';

export const reconciliationRunAction = defineAction({
  name: 'recon run',
  summary: "Compare a day of the card provider's records with ours (default: today in Lagos).",
  roles: ['finance'],
  key: 'repeatable',
  asksProvider: true,
  body: OpsRunReconciliationBody,
  console: defineConsoleEndpoint(opsRunReconciliation, OpsActionReply),
  async run({ db, provider, config, actor }, body) {
    const today = await findCurrentLagosDay(db);
    const day = body.day ?? today;
    if (!isCalendarDay(day)) throw new ActionRefusedError('--day is YYYY-MM-DD.');
    if (day > today) throw new ActionRefusedError(`${day} has not begun yet.`);
    // The audit row is written first, so that a crash cannot hide who started a run that settles payments.
    await writeAuditEntry(db, { actor, action: 'recon.run', target: `day:${day}` });
    const totals = await reconcilePayments({ db, provider, groupWindowHours: config.groupWindowHours }, day);
    await writeAuditEntry(db, { actor, action: 'recon.run_answered', target: `day:${day}`, after: totals });
    return { data: { day, ...totals }, isGood: totals.items === 0 };
  },
});
