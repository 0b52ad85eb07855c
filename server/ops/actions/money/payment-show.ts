import { opsGetPayment } from '#contract/ops/console-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { OpsPaymentReferenceParams, OpsPaymentReply } from '#contract/schemas/ops/console.ts';
import {
  findPaymentCartLines,
  findProviderTransactionsOfPayment,
} from '../../../features/payments/payments-repository.ts';
import { countReconciliationItemsOfPayment } from '../../../features/payments/reconciliation/reconciliation-items-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { readPaymentHistory, readRefundedKoboOfPayment } from '../../queries/payment-history-repository.ts';
import { requirePaymentByReference } from './require-payment.ts';

export const paymentShowAction = defineAction({
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
      // Delivery address and phone are omitted, because support does not need them and a terminal stores its output.
      data: {
        ...{ reference, status, outcome, method },
        totalNaira: koboToNaira(payment.totalKobo),
        walletNaira: koboToNaira(payment.walletKobo),
        cardNaira: koboToNaira(payment.cardKobo),
        receivedNaira: payment.receivedKobo === null ? null : payment.receivedKobo / 100,
        ...{ failure, userId, cartId, providerTxId },
        ...{ createdAt, settledAt, sessionExpiresAt, nextPollAt, polls },
        paidBackNaira: (await readRefundedKoboOfPayment(db, reference)) / 100,
        reconItems: await countReconciliationItemsOfPayment(db, reference),
        lines: await findPaymentCartLines(db, payment.id),
        transactions: await findProviderTransactionsOfPayment(db, reference),
        events: await readPaymentHistory(db, reference),
      },
      lookedAt: `user:${userId}`,
    };
  },
});
