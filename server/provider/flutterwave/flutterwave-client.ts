import type {
  CheckoutRequest,
  CheckoutResult,
  PaymentProvider,
  ProviderRefundRequest,
  ProviderRefundResult,
  TransactionLookupResult,
} from '../provider.ts';
import type { OpenProviderOptions } from '../provider-module.ts';
import { isRecord } from '../untrusted.ts';
import { createFlutterwaveListMethods, type FlutterwaveListMethods } from './flutterwave-lists.ts';
import type { FlutterwaveSettings } from './flutterwave-settings.ts';
import {
  createRefusedResult,
  createUnknownOutcomeResult,
  type FlutterwaveResult,
  flutterwaveNairaToKobo,
  koboToFlutterwaveNaira,
  parseFlutterwaveEnvelope,
  parseFlutterwaveId,
  parseFlutterwaveTransaction,
} from './flutterwave-wire.ts';

type ClientOptions = Omit<FlutterwaveSettings, 'secretHash'> & Omit<OpenProviderOptions, 'hasSandbox'>;

type FlutterwaveClient = Pick<
  PaymentProvider,
  'createCheckout' | 'verify' | 'verifyById' | 'refund' | keyof FlutterwaveListMethods
>;

interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  timeoutMs: number;
}

const NO_TRANSACTION = /no transaction was found/i;

/**
 * Calls Flutterwave's v3 API. Results are read from the response body, because the HTTP codes are unreliable.
 * @source payments.md
 */
export function createFlutterwaveClient(options: ClientOptions): FlutterwaveClient {
  const lookupTimeoutMs = options.lookupTimeoutMs ?? 8_000;
  const commandTimeoutMs = options.commandTimeoutMs ?? 20_000;
  const call = (request: Call) => callFlutterwave(options, request);

  return {
    createCheckout: async (request) =>
      readCheckout(
        await call({
          method: 'POST',
          path: '/v3/payments',
          body: checkoutBody(request),
          timeoutMs: commandTimeoutMs,
        }),
      ),
    verify: async (reference) => {
      const path = `/v3/transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`;
      const found = readLookup(await call({ method: 'GET', path, timeoutMs: lookupTimeoutMs }));
      if (found.ok && found.transaction && found.transaction.reference !== reference) {
        return createUnknownOutcomeResult('the provider answered for another reference');
      }
      return found;
    },
    verifyById: async (id) =>
      readLookup(
        await call({
          method: 'GET',
          path: `/v3/transactions/${encodeURIComponent(id)}/verify`,
          timeoutMs: lookupTimeoutMs,
        }),
      ),
    refund: async (request) => readRefund(await call(refundCall(request, commandTimeoutMs))),
    ...createFlutterwaveListMethods((path) => call({ method: 'GET', path, timeoutMs: commandTimeoutMs })),
  };
}

async function callFlutterwave(options: ClientOptions, request: Call): Promise<FlutterwaveResult> {
  try {
    const response = await fetch(`${options.baseUrl.replace(/\/$/, '')}${request.path}`, {
      method: request.method,
      headers: {
        authorization: `Bearer ${options.secretKey}`,
        accept: 'application/json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs),
    });
    const envelope = parseFlutterwaveEnvelope(parseJson(await response.text()));
    if (response.status >= 500 || response.status === 429 || response.status === 408) {
      return createUnknownOutcomeResult(`the provider answered ${response.status}`);
    }
    if (response.status === 401) {
      return { ok: false, kind: 'refused', reason: envelope?.message || 'unauthorized', isOurKey: true };
    }
    if (!envelope)
      return createUnknownOutcomeResult(`the provider's answer (${response.status}) could not be read`);
    if (envelope.status === 'error' && response.status >= 300 && response.status < 400) {
      return createUnknownOutcomeResult(`the provider answered ${response.status}`);
    }
    return { ok: true, envelope };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return createUnknownOutcomeResult(
      isTimeout ? 'the provider did not answer in time' : 'the provider could not be reached',
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkoutBody(request: CheckoutRequest) {
  return {
    tx_ref: request.reference,
    amount: koboToFlutterwaveNaira(request.amountKobo),
    currency: 'NGN',
    redirect_url: request.redirectUrl,
    customer: {
      email: request.customer.email,
      name: request.customer.name,
      phonenumber: request.customer.phone,
    },
    customizations: { title: request.title, logo: request.logoUrl, description: request.description },
    meta: { payment_id: request.paymentId, user_id: request.userId },
    configuration: { session_duration: request.sessionMinutes, max_retry_attempt: 5 },
  };
}

function readCheckout(answer: FlutterwaveResult): CheckoutResult {
  if (!answer.ok) return answer;
  if (answer.envelope.status === 'error') return createRefusedResult(answer.envelope);
  const { data } = answer.envelope;
  const link = isRecord(data) ? data.link : undefined;
  if (typeof link !== 'string' || !/^https?:\/\//.test(link))
    return createUnknownOutcomeResult('the provider sent no link');
  return { ok: true, link };
}

function readLookup(answer: FlutterwaveResult): TransactionLookupResult {
  if (!answer.ok) return answer;
  const { envelope } = answer;
  if (envelope.status === 'error') {
    return NO_TRANSACTION.test(envelope.message)
      ? { ok: true, transaction: null }
      : createRefusedResult(envelope);
  }
  const transaction = parseFlutterwaveTransaction(envelope.data);
  return transaction
    ? { ok: true, transaction }
    : createUnknownOutcomeResult("the provider's transaction could not be read");
}

function refundCall(request: ProviderRefundRequest, timeoutMs: number): Call {
  const body = { amount: koboToFlutterwaveNaira(request.amountKobo), comments: request.comment };
  return {
    method: 'POST',
    path: `/v3/transactions/${encodeURIComponent(request.transactionId)}/refund`,
    body,
    timeoutMs,
  };
}

function readRefund(answer: FlutterwaveResult): ProviderRefundResult {
  if (!answer.ok) return answer;
  if (answer.envelope.status === 'error') return createRefusedResult(answer.envelope);
  const { data } = answer.envelope;
  const refundId = isRecord(data) ? parseFlutterwaveId(data.id) : null;
  if (!isRecord(data) || refundId === null || typeof data.amount_refunded !== 'number') {
    return createUnknownOutcomeResult("the provider's refund could not be read");
  }
  const status = data.status === 'completed' ? 'completed' : 'pending';
  return { ok: true, refundId, status, amountKobo: flutterwaveNairaToKobo(data.amount_refunded) };
}
