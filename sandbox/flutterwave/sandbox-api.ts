import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../../server/provider/untrusted.ts';
import { injectApiFaults } from '../provider/api-faults.ts';
import type { SimulatedApiDeps } from '../provider/provider-simulator.ts';
import type { NewCheckoutSession } from '../provider/sandbox-bank.ts';
import { findSandboxTransactionByReference, listSandboxTransactions } from '../provider/sandbox-outcomes.ts';
import { createSandboxReversal } from '../provider/sandbox-reversals.ts';
import type { SandboxStore } from '../provider/sandbox-store.ts';
import { createWebhookDeliveries } from '../provider/sandbox-webhooks.ts';
import { mountReversalAndPayoutRoutes } from './sandbox-lists.ts';
import { buildApiFailure, buildApiSuccess, buildRefundJson, buildTransactionJson } from './sandbox-shapes.ts';

const NOT_FOUND = 'No transaction was found for this id';

/** Simulates the part of Flutterwave's v3 API that the shop uses, with the same bodies and errors. */
export function mountSimulatedFlutterwaveApi(
  app: FastifyInstance,
  options: SimulatedApiDeps & { secretKey: string },
): void {
  const { store, bank } = options;

  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === `Bearer ${options.secretKey}`) return;
    await reply.code(401).send(buildApiFailure('Authorization required'));
  });
  app.addHook('preHandler', async () => {
    await store.refresh();
    await bank.succeedDue();
  });
  injectApiFaults(app, store, buildApiFailure);
  app.setErrorHandler((_error, _request, reply) => reply.code(400).send(buildApiFailure('Invalid request')));

  app.post('/v3/payments', async (request, reply) => {
    const session = readSession(request.body);
    if (typeof session === 'string') return reply.code(400).send(buildApiFailure(session));
    const { id } = await bank.openSession(session);
    return buildApiSuccess('Hosted Link', { link: options.pageOf(id) });
  });

  const show = (reply: FastifyReply, transaction: ReturnType<typeof findSandboxTransactionByReference>) => {
    if (!transaction) return reply.code(400).send(buildApiFailure(NOT_FOUND));
    const data = buildTransactionJson(transaction, store.state.sessions.get(transaction.sessionId));
    return reply.send(buildApiSuccess('Transaction fetched successfully', data));
  };
  const byId = (request: FastifyRequest) =>
    store.state.transactions.get(Number((request.params as { id: string }).id));

  app.get<{ Querystring: { tx_ref?: string } }>(
    '/v3/transactions/verify_by_reference',
    async (request, reply) =>
      show(reply, findSandboxTransactionByReference(store, String(request.query.tx_ref ?? ''))),
  );
  app.get('/v3/transactions/:id/verify', async (request, reply) => show(reply, byId(request)));

  app.post('/v3/transactions/:id/refund', async (request, reply) => {
    const transaction = byId(request);
    if (!transaction) return reply.code(400).send(buildApiFailure(NOT_FOUND));
    const { amount, comments } = isRecord(request.body) ? request.body : {};
    const records = createSandboxReversal(store, {
      kind: 'refund',
      transactionId: transaction.id,
      amount,
      status: store.state.scenario.refund,
      comments: text(comments),
      nowMs: options.now(),
    });
    if (typeof records === 'string') return reply.code(400).send(buildApiFailure(records));
    await store.append(...records);
    options.onWebhook();
    return buildApiSuccess('Transaction refund initiated', buildRefundJson(records[0].value, transaction));
  });

  app.post('/v3/transactions/:id/resend-hook', async (request, reply) => {
    const transaction = byId(request);
    if (!transaction) return reply.code(400).send(buildApiFailure(NOT_FOUND));
    const webhook = { ...transaction.webhook, drop: false, copies: 1, delayMs: 0 };
    await store.append(...createWebhookDeliveries({ ...transaction, webhook }));
    options.onWebhook();
    return buildApiSuccess('Webhook sent', null);
  });

  app.get<{ Querystring: Record<string, string | undefined> }>('/v3/transactions', async (request) =>
    showList(store, request.query),
  );
  mountReversalAndPayoutRoutes(app, store);
}

function readSession(body: unknown): NewCheckoutSession | string {
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

function showList(store: SandboxStore, query: Record<string, string | undefined>) {
  const { from, to, tx_ref: txRef, page } = query;
  const list = listSandboxTransactions(store, { from, to, txRef, page: Number(page) });
  const data = list.shown.map((one) => buildTransactionJson(one, store.state.sessions.get(one.sessionId)));
  const pageInfo = { total: list.total, current_page: list.page, total_pages: list.totalPages };
  return buildApiSuccess('Transactions fetched', data, { page_info: pageInfo });
}
