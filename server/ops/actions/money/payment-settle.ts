import { opsVerifyPayment } from '#contract/ops-endpoints.ts';
import { opsResettlePayment } from '#contract/ops-money-endpoints.ts';
import { OpsActionReply, OpsReferenceParams } from '#contract/schemas/ops.ts';
import { findActiveAlarms } from '../../../alarms/alarms-repository.ts';
import { writeAudit } from '../../../audit/audit-log.ts';
import type { PaymentRecord } from '../../../features/payments/payment-record.ts';
import { settle } from '../../../features/payments/settle/settle-repository.ts';
import { verifyAndSettle } from '../../../features/payments/settle/verify-service.ts';
import { action, auditName, call, type OpsContext } from '../../action.ts';
import { requirePayment } from './require-payment.ts';

const shared = {
  key: 'repeatable',
  asksProvider: true,
  body: OpsReferenceParams,
  positionals: ['reference'],
} as const;

export const paymentVerifyAction = action({
  ...shared,
  name: 'payment verify',
  summary: 'Ask the card provider about a payment and settle it accordingly.',
  roles: ['support', 'ops', 'finance'],
  console: call(opsVerifyPayment, OpsActionReply),
  async run(context, body) {
    const { found: seen, payment } = await askAndNote(context, body, (before) => verify(context, before));
    const { reference, status, outcome } = payment;
    const isUnknown = seen === 'unknown';
    const silent = isUnknown ? { silentSince: await findSilence(context.db) } : {};
    return { data: { reference, seen, status, outcome, ...silent }, isGood: !isUnknown };
  },
});

export const paymentResettleAction = action({
  ...shared,
  name: 'payment resettle',
  summary: 'Settle a payment again from what the provider says now. Safe to repeat.',
  roles: ['ops', 'finance'],
  console: call(opsResettlePayment, OpsActionReply),
  async run(context, body) {
    const windowHours = context.config.groupWindowHours;
    const { found: result, payment } = await askAndNote(context, body, async (before) =>
      before.method === 'wallet_only'
        ? (await settle(context.db, before.reference, null, { windowHours })).result
        : verify(context, before),
    );
    const { reference, status, outcome } = payment;
    return { data: { reference, result, status, outcome }, isGood: result !== 'unknown' };
  },
});

async function verify({ db, provider, config }: OpsContext, { reference }: PaymentRecord): Promise<string> {
  const { groupWindowHours } = config;
  return (await verifyAndSettle({ db, provider, groupWindowHours }, reference)).seen;
}

/**
 * Writes the request to the audit log before the provider is queried, so that a crash cannot hide it.
 * Settling then runs in its own transactions, as for a webhook.
 */
async function askAndNote(
  { db, actor, action: own }: OpsContext,
  body: { reference: string },
  ask: (before: PaymentRecord) => Promise<string>,
): Promise<{ found: string; payment: PaymentRecord }> {
  const stateOf = ({ status, outcome }: PaymentRecord) => ({ status, outcome });
  const found = await requirePayment(db, body);
  const [target, before] = [`payment:${found.reference}`, stateOf(found)];
  await writeAudit(db, { actor, action: auditName(own), target, before });
  const answer = await ask(found);
  const payment = await requirePayment(db, body);
  const answered = `${auditName(own)}_answered`;
  await writeAudit(db, { actor, action: answered, target, before, after: stateOf(payment) });
  return { found: answer, payment };
}

/** @returns the time since which the provider has not responded; null: no alarm is raised. */
async function findSilence(db: OpsContext['db']): Promise<Date | null> {
  const alarms = await findActiveAlarms(db);
  return alarms.find(({ kind }) => kind === 'provider_silent')?.raisedAt ?? null;
}
