import { opsGetPayment, opsVerifyPayment } from '#contract/ops/console-endpoints.ts';
import { opsRetryPaymentSettlement } from '#contract/ops/money-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { OpsActionReply, OpsPaymentReferenceParams, OpsPaymentReply } from '#contract/schemas/ops/console.ts';
import { findActiveAlarms } from '../../../alarms/alarms-repository.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import type { PaymentRecord } from '../../../features/payments/payment-record.ts';
import {
  findPayment,
  findPaymentLines,
  findReportedTransactions,
} from '../../../features/payments/payments-repository.ts';
import { countReconciliationItemsOfPayment } from '../../../features/payments/reconciliation/reconciliation-items-repository.ts';
import { settlePayment } from '../../../features/payments/settle/settle-repository.ts';
import { verifyAndSettlePayment } from '../../../features/payments/settle/verify-service.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import {
  defineAction,
  defineConsoleEndpoint,
  getAuditActionName,
  type OperatorActionContext,
} from '../../action.ts';
import { readPaymentHistory, readRefundedKobo } from '../../queries/payment-history-repository.ts';
import { normalizePaymentReference } from '../../queries/search-terms.ts';

const paymentShowAction = defineAction({
  name: 'payment show',
  summary: 'A payment, its lines and what the provider reported about it.',
  roles: ['support', 'ops', 'finance'],
  body: OpsPaymentReferenceParams,
  positionals: ['reference'],
  console: defineConsoleEndpoint(opsGetPayment, OpsPaymentReply),
  async run({ db }, body) {
    const payment = await requirePaymentByReference(db, body);
    const { reference, status, outcome, method, failure, userId, cartId, providerTxId } = payment;
    const { createdAt, settledAt, sessionExpiresAt, nextPollAt, polls } = payment;
    return {
      // Delivery address and phone are omitted: support does not need them, and a terminal stores its output.
      data: {
        ...{ reference, status, outcome, method },
        totalNaira: koboToNaira(payment.totalKobo),
        walletNaira: koboToNaira(payment.walletKobo),
        cardNaira: koboToNaira(payment.cardKobo),
        receivedNaira: payment.receivedKobo === null ? null : payment.receivedKobo / 100,
        ...{ failure, userId, cartId, providerTxId },
        ...{ createdAt, settledAt, sessionExpiresAt, nextPollAt, polls },
        paidBackNaira: (await readRefundedKobo(db, reference)) / 100,
        reconItems: await countReconciliationItemsOfPayment(db, reference),
        lines: await findPaymentLines(db, payment.id),
        transactions: await findReportedTransactions(db, reference),
        events: await readPaymentHistory(db, reference),
      },
      lookedAt: `user:${userId}`,
    };
  },
});

const shared = {
  key: 'repeatable',
  asksProvider: true,
  body: OpsPaymentReferenceParams,
  positionals: ['reference'],
} as const;

const paymentVerifyAction = defineAction({
  ...shared,
  name: 'payment verify',
  summary: 'Ask the card provider about a payment and settle it accordingly.',
  roles: ['support', 'ops', 'finance'],
  console: defineConsoleEndpoint(opsVerifyPayment, OpsActionReply),
  async run(context, body) {
    const { found: seen, payment } = await askAndNote(context, body, (before) => verify(context, before));
    const { reference, status, outcome } = payment;
    const isUnknown = seen === 'unknown';
    const silent = isUnknown ? { silentSince: await findSilence(context.db) } : {};
    return { data: { reference, seen, status, outcome, ...silent }, isGood: !isUnknown };
  },
});

const paymentSettleAgainAction = defineAction({
  ...shared,
  name: 'payment resettle',
  summary: 'Settle a payment again from what the provider says now. Safe to repeat.',
  roles: ['ops', 'finance'],
  console: defineConsoleEndpoint(opsRetryPaymentSettlement, OpsActionReply),
  async run(context, body) {
    const windowHours = context.config.groupWindowHours;
    const { found: result, payment } = await askAndNote(context, body, async (before) =>
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
async function askAndNote(
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

/** @returns when the current alarm about an unresponsive card provider was raised; null: there is no such alarm. */
async function findSilence(db: OperatorActionContext['db']): Promise<Date | null> {
  const alarms = await findActiveAlarms(db);
  return alarms.find(({ kind }) => kind === 'provider_silent')?.raisedAt ?? null;
}

/** @throws {DomainError} for an unknown reference. */
async function requirePaymentByReference(
  db: OperatorActionContext['db'],
  body: { reference: string },
): Promise<PaymentRecord> {
  const payment = await findPayment(db, normalizePaymentReference(body));
  if (!payment) throw new DomainError('payment_not_found', 'There is no payment with this reference.');
  return payment;
}

export const paymentActions = [paymentShowAction, paymentVerifyAction, paymentSettleAgainAction];
