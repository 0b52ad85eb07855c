import { createHash } from 'node:crypto';
import type {
  SandboxCheckoutSession,
  SandboxPayout,
  SandboxReversal,
  SandboxTransaction,
} from '../provider/sandbox-records.ts';

const ACCOUNT_ID = 17321;
const DAY_MS = 24 * 60 * 60_000;

export function buildApiSuccess(message: string, data: unknown, meta?: unknown) {
  return meta === undefined
    ? { status: 'success', message, data }
    : { status: 'success', message, meta, data };
}

export function buildApiFailure(message: string) {
  return { status: 'error', message, data: null };
}

/** Formats a transaction as Flutterwave's verify call, transaction list and v3 webhook do. */
export function buildTransactionJson(
  transaction: SandboxTransaction,
  session: SandboxCheckoutSession | undefined,
) {
  const { card } = transaction;
  return {
    id: transaction.id,
    tx_ref: transaction.txRef,
    flw_ref: transaction.flwRef,
    device_fingerprint: 'N/A',
    amount: transaction.amount,
    currency: transaction.currency,
    charged_amount: transaction.chargedAmount,
    app_fee: transaction.appFee,
    merchant_fee: 0,
    processor_response: transaction.processorResponse,
    auth_model: 'PIN',
    ip: '127.0.0.1',
    narration: session?.title ?? 'Card payment',
    status: transaction.status,
    payment_type: transaction.paymentType,
    created_at: new Date(transaction.createdAtMs).toISOString(),
    account_id: ACCOUNT_ID,
    card: {
      first_6digits: card.first6,
      last_4digits: card.last4,
      issuer: 'MASTERCARD CREDIT',
      country: 'NG',
      type: 'MASTERCARD',
      token: `flw-t1nf-${transaction.flwRef.slice(9, 25)}`,
      expiry: '09/32',
    },
    meta: session?.meta ?? null,
    amount_settled: transaction.amount,
    customer: customerData(session),
  };
}

/**
 * Builds a webhook in Flutterwave's v3 format. The `status` in it may be outdated, because the sandbox can deliver
 * webhooks out of order.
 */
export function buildV3Webhook(transaction: SandboxTransaction, session: SandboxCheckoutSession | undefined) {
  return {
    event: 'charge.completed',
    'event.type': transaction.paymentType === 'card' ? 'CARD_TRANSACTION' : 'BANK_TRANSFER_TRANSACTION',
    data: buildTransactionJson(transaction, session),
  };
}

/** Builds a webhook in Flutterwave's legacy flat format, which accounts that never switched to v3 still receive. */
export function buildLegacyFlatWebhook(
  transaction: SandboxTransaction,
  session: SandboxCheckoutSession | undefined,
) {
  const customer = customerData(session);
  return {
    id: transaction.id,
    txRef: transaction.txRef,
    flwRef: transaction.flwRef,
    orderRef: `URF_${transaction.id}`,
    paymentPlan: null,
    createdAt: new Date(transaction.createdAtMs).toISOString(),
    amount: transaction.amount,
    charged_amount: transaction.chargedAmount,
    status: transaction.status,
    IP: '127.0.0.1',
    currency: transaction.currency,
    customer: {
      id: customer.id,
      phone: customer.phone_number,
      fullName: customer.name,
      email: customer.email,
    },
    entity: { card6: transaction.card.first6, card_last4: transaction.card.last4, card_country_iso: 'NG' },
    'event.type': transaction.paymentType === 'card' ? 'CARD_TRANSACTION' : 'BANK_TRANSFER_TRANSACTION',
  };
}

/** Formats a refund as Flutterwave's response to its creation. */
export function buildRefundJson(refund: SandboxReversal, transaction: SandboxTransaction) {
  return {
    id: refund.id,
    account_id: ACCOUNT_ID,
    tx_id: transaction.id,
    flw_ref: transaction.flwRef,
    wallet_id: 74639,
    amount_refunded: refund.amount,
    status: refund.status,
    destination: 'payment_source',
    comments: refund.comments,
    meta: { source: 'availablebalance' },
    created_at: new Date(refund.createdAtMs).toISOString(),
  };
}

/** Formats a refund as a row of Flutterwave's refund list. */
export function buildRefundListRowJson(refund: SandboxReversal) {
  return {
    id: refund.id,
    amount_refunded: refund.amount,
    status: refund.status,
    flw_ref: `URF_${refund.id}`,
    comment: refund.comments,
    settlement_id: 'NEW',
    meta: '{"source":"availablebalance"}',
    created_at: new Date(refund.createdAtMs).toISOString(),
    account_id: ACCOUNT_ID,
    transaction_id: refund.transactionId,
  };
}

export function buildChargebackJson(
  chargeback: SandboxReversal,
  transaction: SandboxTransaction | undefined,
) {
  const createdAt = new Date(chargeback.createdAtMs);
  return {
    id: chargeback.id,
    amount: chargeback.amount,
    flw_ref: transaction?.flwRef ?? '',
    status: chargeback.status,
    stage: 'new',
    comment: 'Product/service not received',
    meta: {
      uploaded_proof: null,
      history: [{ action: 'initiated', stage: 'new', date: createdAt, source: 'availablebalance' }],
    },
    due_date: new Date(chargeback.createdAtMs + 2 * DAY_MS).toISOString(),
    settlement_id: 'N/A',
    created_at: createdAt.toISOString(),
    transaction_id: chargeback.transactionId,
    tx_ref: transaction?.txRef ?? '',
  };
}

/** Builds a refund's or chargeback's webhook. Its fields are guessed, because Flutterwave does not document them. */
export function buildReversalWebhook(reversal: SandboxReversal, transaction: SandboxTransaction) {
  const isRefund = reversal.kind === 'refund';
  return {
    event: isRefund ? `refund.${reversal.status}` : `chargeback.${reversal.status}`,
    'event.type': isRefund ? 'REFUND' : 'CHARGEBACK',
    data: isRefund ? buildRefundJson(reversal, transaction) : buildChargebackJson(reversal, transaction),
  };
}

export function buildSettlementJson(settlement: SandboxPayout) {
  const { id, gross, fee, refund, chargeback, net, transactionIds } = settlement;
  const day = new Date(settlement.createdAtMs).toISOString();
  return {
    id,
    account_id: ACCOUNT_ID,
    merchant_name: 'Sandbox',
    settlement_account: '0031318432',
    bank_code: '063',
    transaction_date: day,
    due_date: day,
    processed_date: day,
    status: 'completed',
    is_local: true,
    currency: 'NGN',
    gross_amount: gross,
    app_fee: fee,
    merchant_fee: 0,
    chargeback,
    refund,
    stampduty_charge: 0,
    net_amount: net,
    transaction_count: transactionIds.length,
    processor_ref: null,
    disburse_ref: `SANDBOX_${id}`,
    channel: 'web',
    destination: 'account',
    flag_message: null,
    meta: transactionIds,
    created_at: day,
  };
}

function customerData(session: SandboxCheckoutSession | undefined) {
  const email = session?.customer.email ?? '';
  return {
    id: createHash('sha256').update(email).digest().readUInt32BE(0),
    name: session?.customer.name ?? '',
    phone_number: session?.customer.phonenumber ?? '',
    email,
    created_at: new Date(session?.createdAtMs ?? 0).toISOString(),
  };
}
