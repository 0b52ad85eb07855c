import { opsRunReconciliation } from '#contract/ops-money-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops.ts';
import { OpsReconciliationRunBody } from '#contract/schemas/ops-money.ts';
import { writeAudit } from '../../../audit/audit-log.ts';
import { lagosToday } from '../../../features/payments/reconciliation/reconciliation-repository.ts';
import { reconcileDay } from '../../../features/payments/reconciliation/reconciliation-service.ts';
import { isDay } from '../../../lib/calendar.ts';
import { action, call, Refusal } from '../../action.ts';

export const reconRunAction = action({
  name: 'recon run',
  summary: "Compare a day of the card provider's records with ours (default: today in Lagos).",
  roles: ['finance'],
  key: 'repeatable',
  asksProvider: true,
  body: OpsReconciliationRunBody,
  console: call(opsRunReconciliation, OpsActionReply),
  async run({ db, provider, config, actor }, body) {
    const day = body.day ?? (await lagosToday(db));
    if (!isDay(day)) throw new Refusal('--day is YYYY-MM-DD.');
    // Written before the provider is queried, because the run settles payments in transactions of its own.
    await writeAudit(db, { actor, action: 'recon.run', target: `day:${day}` });
    const totals = await reconcileDay({ db, provider, groupWindowHours: config.groupWindowHours }, day);
    await writeAudit(db, { actor, action: 'recon.run_answered', target: `day:${day}`, after: totals });
    return { data: { day, ...totals }, isGood: totals.items === 0 };
  },
});
