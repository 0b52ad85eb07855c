import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../flutterwave/flutterwave-wire.ts';
import { misbehave } from './api-faults.ts';
import type { NewSession, SandboxBank } from './sandbox-bank.ts';
import { bestTransaction } from './sandbox-outcomes.ts';
import type { SandboxRefund } from './sandbox-records.ts';
import type { SandboxStore } from './sandbox-store.ts';
import { webhooksOf } from './sandbox-webhooks.ts';
import { failure, refundData, success, transactionData } from './wire-shapes.ts';

export interface ApiRoutesOptions {
  store: SandboxStore;
  bank: SandboxBank;
  secretKey: string;
  /** Origin under which browsers reach the hosted page. */
  pageOrigin: () => string;
  now: () => number;
  onWebhook: () => void;
}

const PAGE_SIZE = 20;
const NOT_FOUND = 'No transaction was found for this id';

/** Flutterwave's v3 API, as far as the shop uses it, with the same bodies and the same errors. */
export async function apiRoutes(app: FastifyInstance, options: ApiRoutesOptions): Promise<void> {
  const { store, bank } = options;

  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === `Bearer ${options.secretKey}`) return;
    await reply.code(401).send(failure('Authorization required'));
  });
  app.addHook('preHandler', async () => {
    await store.refresh();
    await bank.ripen();
  });
  misbehave(app, store);
  app.setErrorHandler((_error, _request, reply) => reply.code(400).send(failure('Invalid request')));

  app.post('/v3/payments', async (request, reply) => {
    const session = readSession(request.body);
    if (typeof session === 'string') return reply.code(400).send(failure(session));
    const { id } = await bank.openSession(session);
    return success('Hosted Link', { link: `${options.pageOrigin()}/v3/hosted/pay/${id}` });
  });

  const show = (reply: FastifyReply, transaction: ReturnType<typeof bestTransaction>) => {
    if (!transaction) return reply.code(400).send(failure(NOT_FOUND));
    const session = store.state.sessions.get(transaction.sessionId);
    return reply.send(success('Transaction fetched successfully', transactionData(transaction, session)));
  };
  const byId = (request: FastifyRequest) =>
    store.state.transactions.get(Number((request.params as { id: string }).id));

  app.get<{ Querystring: { tx_ref?: string } }>(
    '/v3/transactions/verify_by_reference',
    async (request, reply) => show(reply, bestTransaction(store, String(request.query.tx_ref ?? ''))),
  );
  app.get('/v3/transactions/:id/verify', async (request, reply) => show(reply, byId(request)));

  app.post('/v3/transactions/:id/refund', async (request, reply) => {
    const transaction = byId(request);
    if (!transaction) return reply.code(400).send(failure(NOT_FOUND));
    const refund = readRefund(store, transaction, request.body, options.now());
    if (typeof refund === 'string') return reply.code(400).send(failure(refund));
    await store.append({ kind: 'refund', value: refund });
    return success('Transaction refund initiated', refundData(refund, transaction));
  });

  app.post('/v3/transactions/:id/resend-hook', async (request, reply) => {
    const transaction = byId(request);
    if (!transaction) return reply.code(400).send(failure(NOT_FOUND));
    const webhook = { ...transaction.webhook, drop: false, copies: 1, delayMs: 0 };
    await store.append(...webhooksOf({ ...transaction, webhook }));
    options.onWebhook();
    return success('Webhook sent', null);
  });

  app.get<{ Querystring: Record<string, string | undefined> }>('/v3/transactions', async (request) =>
    listTransactions(store, request.query),
  );
}

function readSession(body: unknown): NewSession | string {
  if (!isRecord(body)) return 'Invalid request';
  const { tx_ref: txRef, amount, currency, redirect_url: redirectUrl } = body;
  if (typeof txRef !== 'string' || txRef === '') return 'tx_ref is required';
  const naira = Number(amount);
  if (!Number.isFinite(naira) || naira <= 0) return 'amount is required';
  if (currency !== 'NGN') return 'currency is not supported';
  if (typeof redirectUrl !== 'string' || !/^https?:\/\//.test(redirectUrl) || !URL.canParse(redirectUrl)) {
    return 'redirect_url must be a valid URL';
  }
  const customer = isRecord(body.customer) ? body.customer : {};
  if (typeof customer.email !== 'string' || !customer.email.includes('@'))
    return 'customer.email is required';
  const shown = isRecord(body.customizations) ? body.customizations : {};
  const limits = isRecord(body.configuration) ? body.configuration : body;
  return {
    txRef,
    amount: naira,
    currency,
    redirectUrl,
    customer: { email: customer.email, name: text(customer.name), phonenumber: text(customer.phonenumber) },
    title: text(shown.title),
    description: text(shown.description),
    meta: isRecord(body.meta) ? body.meta : {},
    sessionMinutes: Number(limits.session_duration) || 30,
    maxTries: Number(limits.max_retry_attempt) || 5,
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 300) : '';
}

function readRefund(
  store: SandboxStore,
  transaction: NonNullable<ReturnType<typeof bestTransaction>>,
  body: unknown,
  nowMs: number,
): SandboxRefund | string {
  if (transaction.status !== 'successful') return 'This transaction cannot be refunded';
  const earlier = [...store.state.refunds.values()].filter((one) => one.transactionId === transaction.id);
  const left = transaction.amount - earlier.reduce((sum, one) => sum + one.amount, 0);
  const amount = isRecord(body) && body.amount !== undefined ? Number(body.amount) : left;
  if (!Number.isFinite(amount) || amount <= 0 || amount > left)
    return 'The refund amount is more than what is left';
  const comments = isRecord(body) ? text(body.comments) : '';
  return {
    id: randomInt(1_000, 9_999_999_999),
    transactionId: transaction.id,
    amount,
    comments,
    createdAtMs: nowMs,
  };
}

function listTransactions(store: SandboxStore, query: Record<string, string | undefined>) {
  const { from = '0000-00-00', to = '9999-99-99', tx_ref: txRef } = query;
  const all = [...store.state.transactions.values()].reverse().filter((one) => {
    const day = new Date(one.createdAtMs).toISOString().slice(0, 10);
    return day >= from && day <= to && (txRef === undefined || one.txRef === txRef);
  });
  const page = Math.max(1, Math.floor(Number(query.page)) || 1);
  const shown = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const pageInfo = {
    total: all.length,
    current_page: page,
    total_pages: Math.max(1, Math.ceil(all.length / PAGE_SIZE)),
  };
  const data = shown.map((one) => transactionData(one, store.state.sessions.get(one.sessionId)));
  return success('Transactions fetched', data, { page_info: pageInfo });
}
