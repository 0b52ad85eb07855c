import type { PaymentReply, PaymentStatusReply } from '#contract/schemas/payment.ts';
import { pollPaymentsJob } from '../../server/jobs/payments/poll-payments-job.ts';
import { providerEventsJob } from '../../server/jobs/payments/provider-events-job.ts';
import { startApi, type TestApi } from './api.ts';
import { addCentre, addProduct } from './api-catalogue.ts';
import { readSandbox, type SandboxMemory, setScenario } from './card-page.ts';
import { openSandboxProvider } from './card-provider.ts';
import { findFreePort } from './free-port.ts';
import { giveMoney } from './give-money.ts';
import { type Answer, callShop, Shopper } from './shopper.ts';

/** The real app on a real port, so that it can talk to its own card sandbox over HTTP. No job runs by itself. */
export interface PaymentShop extends TestApi {
  url: string;
  /** A product without selling units. */
  product(options?: { priceNaira?: number; minUnits?: number }): Promise<string>;
  shopper(walletNaira?: number): Promise<Shopper>;
  /** A shopper whose cart holds one product. */
  buyer(options?: { walletNaira?: number; priceNaira?: number; quantity?: number }): Promise<Shopper>;
  status(shopper: Shopper, reference: string): Promise<Answer<PaymentStatusReply>>;
  /** Works off the webhooks that were kept, as the outbox does. */
  processWebhooks(): Promise<void>;
  /** Lets every unsettled payment be looked at, as the poller does when its time has come. */
  poll(): Promise<void>;
  /** A slow line to the provider: the next card page does not open yet. @returns lets it. */
  holdNextCheckout(): () => void;
  /** A provider that does not answer refunds and looks. @returns lets it. */
  holdAnswers(): () => void;
  sandbox(): Promise<SandboxMemory>;
  /** Tells the sandbox how to behave; without an answer (`timeout`) the shop waits for a moment only. */
  scenario(scenario: SandboxWish): Promise<void>;
  /** Sends a webhook as the card provider would. */
  sendWebhook(body: unknown, hash?: string | null): Promise<Answer>;
  counts(shopper: Shopper): Promise<PaymentCounts>;
}

/** A scenario as the sandbox takes it. */
type SandboxWish = Record<string, unknown> & { api?: { fail: string; times: number } };

/** What a shopper has in the database: the figures that must not double. */
interface PaymentCounts {
  payments: number;
  liveHolds: number;
  orders: number;
  /** Ledger transactions on the wallet. */
  walletMoves: number;
  balanceNaira: number;
}

/** How long the shop waits where the sandbox is told to keep silent. */
const SILENCE_MS = 1_500;

/** To be opened by `forFile`. */
export async function openPaymentShop(env: Record<string, string> = {}): Promise<PaymentShop> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let held: Promise<void> | null = null;
  let heldAnswers: Promise<void> | null = null;
  const patient = openSandboxProvider(url);
  const hasty = openSandboxProvider(url, { lookupTimeoutMs: SILENCE_MS, commandTimeoutMs: SILENCE_MS });
  // A slow machine is no silence: only a scenario of silence ends the patience.
  let asked = patient;
  const api = await startApi({
    port,
    env: { RATE_LIMIT_FACTOR: '1000', SANDBOX_SPEED: '18000', ...env },
    provider: {
      ...patient,
      verify: async (reference) => {
        await heldAnswers;
        return asked.verify(reference);
      },
      verifyById: (id) => asked.verifyById(id),
      list: (request) => asked.list(request),
      listReversals: (kind, request) => asked.listReversals(kind, request),
      refund: async (request) => {
        await heldAnswers;
        return asked.refund(request);
      },
      createCheckout: async (request) => {
        const mine = held;
        held = null;
        await mine;
        return asked.createCheckout(request);
      },
    },
  });
  const { db, config, deps } = api;
  const verifyDeps = { db, provider: deps.provider, groupWindowHours: config.groupWindowHours };
  await addCentre(api, 'LAG-IKJ', 'Ikeja', 'Ikeja');
  await addCentre(api, 'LAG-YAB', 'Yaba');
  await addCentre(api, 'LAG-LEK', 'Lekki');

  const shop: PaymentShop = {
    ...api,
    url,
    product: ({ priceNaira = 5_000, minUnits = 100 } = {}) =>
      addProduct(api, { title: 'Local Rice', priceNaira, baseNaira: priceNaira * 1.25, minUnits }),
    async shopper(walletNaira = 0) {
      const shopper = await Shopper.signUp(url);
      if (walletNaira > 0) await giveMoney(api, shopper.id, walletNaira);
      return shopper;
    },
    async buyer({ walletNaira = 0, priceNaira = 5_000, quantity = 1 } = {}) {
      const shopper = await shop.shopper(walletNaira);
      await shopper.add(await shop.product({ priceNaira }), quantity);
      return shopper;
    },
    status: (shopper, reference) =>
      shopper.call<PaymentStatusReply>('GET', `/api/payment/status/${reference}`),
    async processWebhooks() {
      await db.query(
        `UPDATE outbox SET available_at = now() WHERE topic LIKE 'provider%' AND done_at IS NULL`,
      );
      const failures: unknown[] = [];
      const work = providerEventsJob(verifyDeps, { onFailure: (_row, error) => failures.push(error) });
      await work.run({ isStopping: () => false });
      if (failures.length > 0) throw failures[0];
    },
    async poll() {
      await db.query('UPDATE payments SET next_poll_at = app_now() WHERE outcome IS NULL AND card_kobo > 0');
      await pollPaymentsJob(verifyDeps).run({ isStopping: () => false });
    },
    holdNextCheckout() {
      let letOpen: () => void = () => undefined;
      held = new Promise((resolve) => {
        letOpen = resolve;
      });
      return letOpen;
    },
    holdAnswers() {
      let letGo: () => void = () => undefined;
      heldAnswers = new Promise((resolve) => {
        letGo = () => {
          heldAnswers = null;
          resolve();
        };
      });
      return letGo;
    },
    sandbox: () => readSandbox(url),
    async scenario(scenario) {
      await setScenario(url, scenario);
      asked = scenario.api?.fail === 'timeout' ? hasty : patient;
    },
    sendWebhook: (body, hash = 'sandbox-webhook-hash') =>
      callShop(url, 'POST', '/api/payment/webhook/flutterwave', {
        body,
        key: null,
        headers: hash === null ? {} : { 'verif-hash': hash },
      }),
    counts: (shopper) => countFor(api, shopper.session.user.id),
  };
  return shop;
}

/** The initialise reply of a payment that must have started. @throws when it was refused. */
export function started(answer: Answer<PaymentReply>): PaymentReply & { authorization_url: string } {
  if (answer.status !== 200)
    throw new Error(`initialise answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return { ...answer.body, authorization_url: answer.body.authorization_url ?? '' };
}

async function countFor({ db }: TestApi, userId: string): Promise<PaymentCounts> {
  const rows = await db.query<PaymentCounts>(
    `SELECT (SELECT count(*)::int FROM payments WHERE user_id = $1) AS payments,
       (SELECT count(*)::int FROM wallet_holds WHERE user_id = $1 AND status = 'held') AS "liveHolds",
       (SELECT count(*)::int FROM orders WHERE user_id = $1) AS orders, tx_count::int AS "walletMoves",
       (balance_kobo / 100)::int AS "balanceNaira"
     FROM wallets WHERE user_id = $1`,
    [userId],
  );
  return rows[0] as PaymentCounts;
}
