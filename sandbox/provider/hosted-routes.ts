import type { FastifyInstance, FastifyReply } from 'fastify';
import type { HostedCardPageView } from './hosted-page.ts';
import { buildHostedPageCsp, renderHostedCardPage, renderUnknownPaymentPage } from './hosted-page.ts';
import { CARD_PAGE_PATH_PATTERN, type ProviderSimulator } from './provider-simulator.ts';
import type { SimulatedBank } from './sandbox-bank.ts';
import type { CardPageFormInput } from './sandbox-outcomes.ts';
import type { SandboxCheckoutSession, SandboxPaymentOutcome } from './sandbox-records.ts';
import { SANDBOX_PAYMENT_OUTCOMES } from './sandbox-records.ts';
import type { SandboxStore } from './sandbox-store.ts';
import { findTestCard } from './test-cards.ts';

export interface HostedCardPageRoutesOptions {
  store: SandboxStore;
  bank: SimulatedBank;
  simulator: ProviderSimulator;
  /** Called after a payment, to send its webhook at once. */
  onPaid: () => void;
}

interface Hosted {
  Params: { id: string };
  Body: URLSearchParams;
}

/** Serves the card page as a plain form, so that curl can use it too. */
export async function hostedCardPageRoutes(
  app: FastifyInstance,
  options: HostedCardPageRoutesOptions,
): Promise<void> {
  const { store, bank, simulator } = options;

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4_096 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  const show = (
    reply: FastifyReply,
    session: SandboxCheckoutSession | undefined,
    banner?: HostedCardPageView['banner'],
  ) => {
    reply.header('content-security-policy', buildHostedPageCsp(session));
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    reply.type('text/html; charset=utf-8');
    if (!session) return reply.code(404).send(renderUnknownPaymentPage());
    const isExpired = bank.isExpired(session);
    const back = simulator.returnUrl(session, session.state === 'paid' ? 'completed' : 'cancelled');
    return reply.send(renderHostedCardPage({ session, isExpired, banner, returnUrl: back }));
  };

  app.get<Hosted>(CARD_PAGE_PATH_PATTERN, async (request, reply) => {
    await store.refresh();
    return show(reply, store.state.sessions.get(request.params.id));
  });

  app.post<Hosted>(CARD_PAGE_PATH_PATTERN, async (request, reply) => {
    const { id } = request.params;
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    await store.refresh();
    const fields = readForm(form);
    if (typeof fields === 'string') {
      return show(reply.code(400), store.state.sessions.get(id), { tone: 'error', message: fields });
    }
    const result = await bank.pay(id, fields);
    options.onPaid();
    const session = store.state.sessions.get(id);
    if (result.kind === 'return' && session) {
      const url = simulator.returnUrl(session, result.status, result.transactionId);
      return reply.header('cache-control', 'no-store').redirect(url, 303);
    }
    return show(reply, session, result.kind === 'stay' ? result : undefined);
  });
}

/** @returns the requested action, or an error message for the shopper. */
function readForm(form: URLSearchParams): CardPageFormInput | string {
  const wish = form.get('outcome') ?? '';
  if (wish === 'card') {
    const card = findTestCard(form.get('card_number') ?? '');
    if (!card) return 'This is not a test card. Use 5531 8866 5214 2950. Never type a real card here.';
    return {
      outcome: card.kind === 'paid' ? 'success' : 'decline',
      card: { first6: card.first6, last4: card.last4 },
      ...(card.reason ? { declineReason: card.reason } : {}),
    };
  }
  if (!isOutcome(wish)) return 'Please choose one of the buttons.';
  const seconds = Number(form.get('seconds') ?? '');
  const hasDelay = wish === 'slow' && Number.isFinite(seconds) && seconds > 0 && seconds <= 3_600;
  return hasDelay ? { outcome: wish, delayMs: Math.round(seconds * 1_000) } : { outcome: wish };
}

function isOutcome(wish: string): wish is SandboxPaymentOutcome {
  return (SANDBOX_PAYMENT_OUTCOMES as readonly string[]).includes(wish);
}
