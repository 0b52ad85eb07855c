import type { FastifyInstance } from 'fastify';
import { injectApiFaults } from '../../sandbox/provider/api-faults.ts';
import type { ProviderSimulator, SimulatedApiDeps } from '../../sandbox/provider/provider-simulator.ts';
import {
  findSandboxTransactionByReference,
  listSandboxTransactions,
} from '../../sandbox/provider/sandbox-outcomes.ts';
import type { SandboxTransaction } from '../../sandbox/provider/sandbox-records.ts';
import { createSandboxReversal, paginateNewestFirst } from '../../sandbox/provider/sandbox-reversals.ts';
import type { WordpaySettings } from './wordpay.ts';
import {
  koboFromMills,
  millsFromKobo,
  numberOf,
  STATUSES,
  showGiveback,
  showPayout,
  sign,
  wordsOf,
} from './wordpay-wire.ts';

interface Order {
  order: string;
  mills: string;
  back: string;
  email: string;
  name: string;
  phone: string;
  title: string;
  description: string;
  minutes: number;
}

const failure = (error: string) => ({ error });
const LEFT = { successful: 'paid', completed: 'paid', cancelled: 'by-choice', failed: 'refused' };

/** Simulates Wordpay's API in front of the sandbox's bank and card page. */
export function wordpaySandbox({ apiKey, signingKey }: WordpaySettings): ProviderSimulator {
  return {
    mountApi(app, api) {
      const { store, bank, pageOf } = api;
      app.addHook('onRequest', async (request, reply) => {
        if (request.headers['x-wordpay-key'] !== apiKey) await reply.code(401).send(failure('who are you?'));
      });
      app.addHook('preHandler', async () => {
        await store.refresh();
        await bank.succeedDue();
      });
      injectApiFaults(app, store, failure);

      app.post<{ Body: Order }>('/wordpay/orders', async ({ body }, reply) => {
        const { order, mills, back, email, name, phone, title, description, minutes } = body;
        const amount = koboFromMills(mills) / 100;
        if (!(amount > 0)) return reply.code(422).send(failure('an order has an amount'));
        const session = await bank.openSession({
          txRef: order,
          amount,
          currency: 'NGN',
          redirectUrl: back,
          customer: { email, name, phonenumber: phone },
          title,
          description,
          meta: {},
          sessionMinutes: minutes,
          maxTries: 5,
        });
        return { page: pageOf(session.id) };
      });
      app.get<{ Params: { order: string } }>('/wordpay/orders/:order/payment', async ({ params }, reply) => {
        const best = findSandboxTransactionByReference(store, params.order);
        return best ? show(best) : reply.code(404).send(failure('not here'));
      });
      app.get<{ Params: { words: string } }>('/wordpay/payments/:words', async ({ params }, reply) => {
        const found = store.state.transactions.get(numberOf(params.words));
        return found ? show(found) : reply.code(404).send(failure('not here'));
      });
      app.get<{ Querystring: { from: string; to: string; page: string } }>(
        '/wordpay/payments',
        async ({ query }) => {
          const { shown, totalPages } = listSandboxTransactions(store, {
            ...query,
            page: Number(query.page),
          });
          return { rows: shown.map(show), pages: totalPages };
        },
      );
      mountGivebacks(app, api);
    },
    webhook(transaction, _session, { isForged }) {
      const body = JSON.stringify({ about: 'a payment', payment: show(transaction) });
      return { headers: { 'x-wordpay-signature': sign(body, isForged ? 'a guess' : signingKey) }, body };
    },
    reversalWebhook(reversal, _transaction, { isForged }) {
      const body = JSON.stringify({ about: 'money given back', giveback: showGiveback(reversal) });
      return { headers: { 'x-wordpay-signature': sign(body, isForged ? 'a guess' : signingKey) }, body };
    },
    returnUrl(session, status, transactionId) {
      const url = new URL(session.redirectUrl);
      url.searchParams.set('order', session.txRef);
      url.searchParams.set('left', LEFT[status]);
      if (transactionId !== undefined) url.searchParams.set('payment', wordsOf(transactionId));
      return url.href;
    },
  };
}

function mountGivebacks(app: FastifyInstance, { store, now, onWebhook }: SimulatedApiDeps): void {
  const { state } = store;
  app.post<{ Params: { words: string }; Body: { mills: string; because: string } }>(
    '/wordpay/payments/:words/giveback',
    async ({ params, body }, reply) => {
      const records = createSandboxReversal(store, {
        kind: 'refund',
        transactionId: numberOf(params.words),
        amount: koboFromMills(body.mills) / 100,
        status: state.scenario.refund,
        comments: body.because,
        nowMs: now(),
      });
      if (typeof records === 'string') return reply.code(422).send(failure(records));
      await store.append(...records);
      onWebhook();
      return showGiveback(records[0].value);
    },
  );
  type Query = { Querystring: { from: string; to: string; page: string } };
  for (const [name, kind] of [
    ['givebacks', 'refund'],
    ['quarrels', 'chargeback'],
  ] as const) {
    app.get<Query>(`/wordpay/${name}`, async ({ query }) => {
      const page = paginateNewestFirst(
        [...state.reversals.values()].filter((one) => one.kind === kind),
        query,
      );
      return { rows: page.shown.map(showGiveback), pages: page.totalPages };
    });
  }
  app.get<Query>('/wordpay/payouts', async ({ query }) => {
    const page = paginateNewestFirst(state.settlements.values(), query);
    return { rows: page.shown.map(showPayout), pages: page.totalPages };
  });
}

function show(transaction: SandboxTransaction) {
  return {
    words: wordsOf(transaction.id),
    order: transaction.txRef,
    mills: millsFromKobo(Math.round(transaction.amount * 100)),
    money: transaction.currency,
    state: STATUSES[transaction.status],
    because: transaction.processorResponse,
    at: new Date(transaction.createdAtMs).toISOString(),
  };
}
