import { opsVerifyPaymentWithProvider } from '#contract/ops/console-endpoints.ts';
import { opsRetryPaymentSettlement } from '#contract/ops/money-endpoints.ts';
import { OpsActionReply, OpsPaymentReferenceParams } from '#contract/schemas/ops/console.ts';
import { findActiveAlarms } from '../../../alarms/alarms-repository.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import type { PaymentRecord } from '../../../features/payments/payment-record.ts';
import { settlePayment } from '../../../features/payments/settle/settle-repository.ts';
import { verifyAndSettlePayment } from '../../../features/payments/settle/verify-service.ts';
import {
  defineAction,
  defineConsoleEndpoint,
  getAuditActionName,
  type OperatorActionContext,
} from '../../action.ts';
import { requirePaymentByReference } from './require-payment.ts';

const shared = {
  key: 'repeatable',
  asksProvider: true,
  body: OpsPaymentReferenceParams,
  positionals: ['reference'],
} as const;

export const paymentVerifyAction = defineAction({
  ...shared,
  name: 'payment verify',
  summary: 'Ask the card provider about a payment and settle it accordingly.',
  roles: ['support', 'ops', 'finance'],
  console: defineConsoleEndpoint(opsVerifyPaymentWithProvider, OpsActionReply),
  async run(context, body) {
    const { found: seen, payment } = await verifyAndRecord(context, body, (before) =>
      verify(context, before),
    );
    const { reference, status, outcome } = payment;
    const isUnknown = seen === 'unknown';
    const silent = isUnknown ? { silentSince: await findSilence(context.db) } : {};
    return { data: { reference, seen, status, outcome, ...silent }, isGood: !isUnknown };
  },
});

export const paymentSettleAgainAction = defineAction({
  ...shared,
  name: 'payment resettle',
  summary: 'Settle a payment again from what the provider says now. Safe to repeat.',
  roles: ['ops', 'finance'],
  console: defineConsoleEndpoint(opsRetryPaymentSettlement, OpsActionReply),
  async run(context, body) {
    const windowHours = context.config.groupWindowHours;
    const { found: result, payment } = await verifyAndRecord(context, body, async (before) =>
      before.method === 'wallet_only'
        ? (await settlePayment(context.db, before.reference, null, { windowHours })).result
        : verify(context, before),
    );
    const { reference, status, outcome } = payment;
    return { data: { reference, result, status, outcome }, isGood: result !== 'unknown' };
  },
});

async function verify(
  { db, provider, config }: OperatorActionContext,
  { reference }: PaymentRecord,
): Promise<string> {
  const { groupWindowHours } = config;
  return (await verifyAndSettlePayment({ db, provider, groupWindowHours }, reference)).seen;
}

/** Writes the request to the audit log before the provider is queried, so that a crash cannot hide it. */
async function verifyAndRecord(
  { db, actor, action: own }: OperatorActionContext,
  body: { reference: string },
  ask: (before: PaymentRecord) => Promise<string>,
): Promise<{ found: string; payment: PaymentRecord }> {
  const stateOf = ({ status, outcome }: PaymentRecord) => ({ status, outcome });
  const found = await requirePaymentByReference(db, body);
  const [target, before] = [`payment:${found.reference}`, stateOf(found)];
  await writeAuditEntry(db, { actor, action: getAuditActionName(own), target, before });
  const answer = await ask(found);
  const payment = await requirePaymentByReference(db, body);
  const answered = `${getAuditActionName(own)}_answered`;
  await writeAuditEntry(db, { actor, action: answered, target, before, after: stateOf(payment) });
  return { found: answer, payment };
}

/** Finds the current alarm about an unresponsive card provider. @returns when it was raised; null: there is none. */
async function findSilence(db: OperatorActionContext['db']): Promise<Date | null> {
  const alarms = await findActiveAlarms(db);
  return alarms.find(({ kind }) => kind === 'provider_silent')?.raisedAt ?? null;
}
