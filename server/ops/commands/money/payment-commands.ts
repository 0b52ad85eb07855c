import { koboToNaira } from '#contract/kobo.ts';
import { findStandingAlarms } from '../../../alarms/alarms-repository.ts';
import { writeAudit } from '../../../audit/audit-log.ts';
import type { PaymentRecord } from '../../../features/payments/payment-record.ts';
import {
  findPayment,
  findPaymentLines,
  findToldTransactions,
} from '../../../features/payments/payments-repository.ts';
import { settle } from '../../../features/payments/settle/settle-repository.ts';
import { verifyAndSettle } from '../../../features/payments/settle/verify-service.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import {
  actionOf,
  type OpsArguments,
  type OpsCommand,
  type OpsContext,
  requireReference,
} from '../../command.ts';
import { textFields, textTable } from '../../command-line/text-table.ts';
import { readPaidBack, readPaymentLife } from '../../readings/payment-life-repository.ts';

export const paymentCommands: OpsCommand[] = [
  {
    name: 'payment show',
    usage: 'REFERENCE',
    summary: 'A payment, its lines and what the provider told us of it.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }, args) {
      const payment = await requirePayment(db, args);
      const lines = await findPaymentLines(db, payment.id);
      const transactions = await findToldTransactions(db, payment.reference);
      const paidBackNaira = (await readPaidBack(db, payment.reference)) / 100;
      const shown = { ...presentPayment(payment), paidBackNaira };
      const events = await readPaymentLife(db, payment.reference);
      return {
        data: { ...shown, lines, transactions, events },
        lookedAt: `user:${payment.userId}`,
        text: [
          textFields(shown),
          '',
          textTable(lines, ''),
          '',
          textTable(transactions, 'The provider has told nothing yet.'),
          '',
          textTable(events, ''),
        ].join('\n'),
      };
    },
  },
  {
    name: 'payment verify',
    usage: 'REFERENCE',
    summary: 'Ask the card provider and settle what it says.',
    roles: ['support', 'ops', 'finance'],
    act: 'again',
    asksProvider: true,
    async run(context, args) {
      const before = await requirePayment(context.db, args);
      await noteAsking(context, before);
      const verified = await verifyAndSettle(verifyDeps(context), before.reference);
      const after = await requirePayment(context.db, args);
      await noteAnswer(context, before, after);
      const data = {
        reference: after.reference,
        seen: verified.seen,
        status: after.status,
        outcome: after.outcome,
        ...(verified.seen === 'unknown' ? { silentSince: await findSilence(context.db) } : {}),
      };
      return { data, text: textFields(data), isGood: verified.seen !== 'unknown' };
    },
  },
  {
    name: 'payment resettle',
    usage: 'REFERENCE',
    summary: 'Settle again from what the provider says now. Once or ten times gives the same.',
    roles: ['ops', 'finance'],
    act: 'again',
    asksProvider: true,
    async run(context, args) {
      const before = await requirePayment(context.db, args);
      await noteAsking(context, before);
      const windowHours = context.config.groupWindowHours;
      const result =
        before.method === 'wallet_only'
          ? (await settle(context.db, before.reference, null, { windowHours })).result
          : (await verifyAndSettle(verifyDeps(context), before.reference)).seen;
      const after = await requirePayment(context.db, args);
      await noteAnswer(context, before, after);
      const data = { reference: after.reference, result, status: after.status, outcome: after.outcome };
      return { data, text: textFields(data), isGood: result !== 'unknown' };
    },
  },
];

/** @returns since when the provider is known to be silent; null: it was not noticed before. */
async function findSilence(db: OpsContext['db']): Promise<Date | null> {
  const alarms = await findStandingAlarms(db);
  return alarms.find(({ kind }) => kind === 'provider_silent')?.raisedAt ?? null;
}

function verifyDeps({ db, provider, config }: OpsContext) {
  return { db, provider, groupWindowHours: config.groupWindowHours };
}

async function requirePayment(db: OpsContext['db'], args: OpsArguments): Promise<PaymentRecord> {
  const payment = await findPayment(db, requireReference(args));
  if (!payment) throw new DomainError('payment_not_found', 'There is no payment with this reference.');
  return payment;
}

/**
 * Before the provider is asked. What is settled then is what any webhook settles, in transactions of its own that wait
 * for no other row; that the operator has asked stands whatever comes of it.
 */
async function noteAsking({ db, actor, command }: OpsContext, payment: PaymentRecord): Promise<void> {
  const target = `payment:${payment.reference}`;
  await writeAudit(db, { actor, action: actionOf(command), target, before: stateOf(payment) });
}

async function noteAnswer(
  { db, actor, command }: OpsContext,
  before: PaymentRecord,
  after: PaymentRecord,
): Promise<void> {
  await writeAudit(db, {
    actor,
    action: `${actionOf(command)}_answered`,
    target: `payment:${after.reference}`,
    before: stateOf(before),
    after: stateOf(after),
  });
}

function stateOf({ status, outcome }: PaymentRecord) {
  return { status, outcome };
}

/** Without address and phone: support needs neither, and a terminal keeps what it prints. */
function presentPayment(payment: PaymentRecord) {
  return {
    reference: payment.reference,
    status: payment.status,
    outcome: payment.outcome,
    method: payment.method,
    totalNaira: koboToNaira(payment.totalKobo),
    walletNaira: koboToNaira(payment.walletKobo),
    cardNaira: koboToNaira(payment.cardKobo),
    receivedNaira: payment.receivedKobo === null ? null : payment.receivedKobo / 100,
    failure: payment.failure,
    userId: payment.userId,
    cartId: payment.cartId,
    providerTxId: payment.providerTxId,
    createdAt: payment.createdAt,
    settledAt: payment.settledAt,
    sessionExpiresAt: payment.sessionExpiresAt,
    nextPollAt: payment.nextPollAt,
    polls: payment.polls,
  };
}
