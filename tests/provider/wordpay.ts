import { timingSafeEqual } from 'node:crypto';
import type {
  PaymentProvider,
  ProviderFailure,
  ProviderListRequest,
  ProviderPageResult,
  ProviderWebhookResult,
  TransactionLookupResult,
} from '../../server/provider/provider.ts';
import type { OpenProviderOptions, PaymentProviderModule } from '../../server/provider/provider-module.ts';
import { isRecord, sanitizeProviderText } from '../../server/provider/untrusted.ts';
import { millsFromKobo, readGiveback, readPayment, readPayout, sign } from './wordpay-wire.ts';

export interface WordpaySettings {
  baseUrl: string;
  apiKey: string;
  signingKey: string;
}

/**
 * An invented card provider that differs from Flutterwave in every choice that a provider has: ids are words, amounts
 * are texts in tenths of a kobo, statuses have other names, the HTTP status gives the result, and webhooks are signed.
 */
export const wordpay = {
  variables: ['WORDPAY_KEY', 'WORDPAY_SIGNING_KEY'],
  secretText: /\bwordkey-\S*/g,
  readSettings: (env, { ownAddress }) => ({
    baseUrl: env.origin('WORDPAY_URL', ownAddress),
    apiKey: env.text('WORDPAY_KEY', 'wordkey-sandbox'),
    signingKey: env.text('WORDPAY_SIGNING_KEY', 'wordkey-signing'),
  }),
  open: openWordpay,
} satisfies PaymentProviderModule<WordpaySettings>;

function openWordpay(
  { baseUrl, apiKey, signingKey }: WordpaySettings,
  { lookupTimeoutMs = 8_000, commandTimeoutMs = 20_000 }: OpenProviderOptions,
): PaymentProvider {
  const call = (path: string, timeoutMs: number, body?: unknown) =>
    callWordpay(`${baseUrl}/wordpay/${path}`, { apiKey, timeoutMs, body });
  const page = async <Row extends object>(
    name: string,
    { fromDay, toDay, page }: ProviderListRequest,
    readRow: (row: unknown) => Row | null,
  ) =>
    readList(await call(`${name}?from=${fromDay}&to=${toDay}&page=${page}`, commandTimeoutMs), page, readRow);
  return {
    name: 'wordpay',
    accountCode: 'provider:wordpay',
    cardPages: [baseUrl],
    returnParts: ['order', 'payment', 'left'],
    parseReturn: ({ order = '', payment = '', left = '' }) => ({
      reference: order,
      ...(payment ? { transactionId: payment } : {}),
      ...(left === 'by-choice' ? { flag: 'cancelled' } : left === 'refused' ? { flag: 'failed' } : {}),
    }),
    async createCheckout({
      reference,
      amountKobo,
      redirectUrl,
      customer,
      title,
      description,
      sessionMinutes,
    }) {
      const words = { title, description, minutes: sessionMinutes };
      const order = {
        order: reference,
        mills: millsFromKobo(amountKobo),
        back: redirectUrl,
        ...customer,
        ...words,
      };
      const answer = await call('orders', commandTimeoutMs, order);
      if (!answer.ok) return answer;
      return isRecord(answer.body) && typeof answer.body.page === 'string'
        ? { ok: true, link: answer.body.page }
        : UNREADABLE;
    },
    verify: async (reference) =>
      readLookup(await call(`orders/${encodeURIComponent(reference)}/payment`, lookupTimeoutMs)),
    verifyById: async (id) => readLookup(await call(`payments/${encodeURIComponent(id)}`, lookupTimeoutMs)),
    refund: async ({ transactionId, amountKobo, comment }) => {
      const body = { mills: millsFromKobo(amountKobo), because: comment };
      const path = `payments/${encodeURIComponent(transactionId)}/giveback`;
      const answer = await call(path, commandTimeoutMs, body);
      if (!answer.ok) return answer;
      const given = readGiveback('refund', answer.body);
      if (!given || given.status === 'undone') return UNREADABLE;
      const status = given.status === 'taken' ? 'completed' : 'pending';
      return { ok: true, refundId: given.id, status, amountKobo: given.amountKobo };
    },
    list: (request) => page('payments', request, readPayment),
    listReversals: (kind, request) =>
      page(kind === 'refund' ? 'givebacks' : 'quarrels', request, (row) => readGiveback(kind, row)),
    listSettlements: (request) => page('payouts', request, readPayout),
    parseWebhook: ({ headers, body, text }) =>
      isSigned(text, headers['x-wordpay-signature'], signingKey)
        ? readNotice(body)
        : { ok: false, kind: 'forged' },
  };
}

type Answer = { ok: true; status: number; body: unknown } | ProviderFailure;

const UNREADABLE: ProviderFailure = { ok: false, kind: 'unknown', reason: 'the answer could not be read' };

async function callWordpay(
  url: string,
  { apiKey, timeoutMs, body }: { apiKey: string; timeoutMs: number; body?: unknown },
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-wordpay-key': apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const { status } = response;
    if (status >= 500 || status === 429) {
      return { ok: false, kind: 'unknown', reason: `the provider answered ${status}` };
    }
    const read: unknown = JSON.parse(text);
    if (status >= 400 && status !== 404) {
      return {
        ok: false,
        kind: 'refused',
        reason: isRecord(read) ? sanitizeProviderText(String(read.error)) : 'refused',
      };
    }
    return { ok: true, status, body: read };
  } catch {
    return { ok: false, kind: 'unknown', reason: 'the provider did not answer' };
  }
}

function readLookup(answer: Answer): TransactionLookupResult {
  if (!answer.ok) return answer;
  if (answer.status === 404) return { ok: true, transaction: null };
  const transaction = readPayment(answer.body);
  return transaction ? { ok: true, transaction } : UNREADABLE;
}

function readList<Row extends object>(
  answer: Answer,
  page: number,
  readRow: (row: unknown) => Row | null,
): ProviderPageResult<Row> {
  if (!answer.ok) return answer;
  const { rows: given, pages } = isRecord(answer.body) ? answer.body : {};
  if (!Array.isArray(given) || typeof pages !== 'number') return UNREADABLE;
  const rows = given.map((row, index) => readRow(row) ?? `row ${index + 1}`);
  return {
    ok: true,
    rows: rows.filter((row) => typeof row !== 'string'),
    unreadable: rows.filter((row) => typeof row === 'string'),
    page,
    totalPages: pages,
  };
}

function isSigned(text: string, signature: string | string[] | undefined, signingKey: string): boolean {
  const expected = Buffer.from(sign(text, signingKey));
  const given = Buffer.from(String(signature));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function readNotice(body: unknown): ProviderWebhookResult {
  if (isRecord(body) && body.about === 'money given back') return { ok: false, kind: 'reversal' };
  const payment = isRecord(body) && body.about === 'a payment' ? readPayment(body.payment) : null;
  if (!payment) return { ok: false, kind: 'unreadable' };
  const { id: transactionId, reference, status } = payment;
  return { ok: true, event: { dedupeKey: `${transactionId} ${status}`, transactionId, reference, status } };
}
