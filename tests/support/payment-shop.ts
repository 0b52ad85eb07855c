import type { InitializePaymentReply, PaymentStatusReply } from '#contract/schemas/payment.ts';
import { createPollPaymentsJob } from '../../server/jobs/payments/poll-payments-job.ts';
import { createProviderEventsJob } from '../../server/jobs/payments/provider-events-job.ts';
import { startTestApi, type TestApi } from './api.ts';
import { addTestPickupCentre, addTestProduct } from './api-catalogue.ts';
import { readSandboxProviderState, type SandboxProviderState, setSandboxScenario } from './card-page.ts';
import { createSandboxProviderClient } from './card-provider.ts';
import { findFreePort } from './free-port.ts';
import { adjustTestWallet } from './give-money.ts';
import { callShopApi, type ShopResponse, TestShopper } from './shopper.ts';

/** The real app listens on a port, so that it can call its card sandbox over HTTP. No job runs by itself. */
export interface PaymentTestShop extends TestApi {
  url: string;
  /** Product without selling units. */
  product(options?: { priceNaira?: number; minUnits?: number }): Promise<string>;
  shopper(walletNaira?: number): Promise<TestShopper>;
  /** Signs up a shopper with one product in the cart. */
  buyer(options?: { walletNaira?: number; priceNaira?: number; quantity?: number }): Promise<TestShopper>;
  status(shopper: TestShopper, reference: string): Promise<ShopResponse<PaymentStatusReply>>;
  /** Processes the stored webhooks, as the outbox does. */
  processWebhooks(): Promise<void>;
  /** Verifies every unsettled payment at the provider, as the poller does. */
  poll(): Promise<void>;
  /** Delays the next card page. @returns a function that lets it open. */
  holdNextCheckout(): () => void;
  /** Delays the provider's replies to refunds and verifications. @returns a function that lets them through. */
  holdAnswers(): () => void;
  sandbox(): Promise<SandboxProviderState>;
  /** Sets the sandbox's faults; with a `timeout` the shop waits only for a moment. */
  scenario(scenario: SandboxWish): Promise<void>;
  /** Sends a webhook as the card provider would. */
  sendWebhook(body: unknown, hash?: string | null): Promise<ShopResponse>;
  counts(shopper: TestShopper): Promise<PaymentCounts>;
}

/** The sandbox accepts scenarios in this form. */
type SandboxWish = Record<string, unknown> & { api?: { fail: string; times: number } };

/** These figures of a shopper in the database must never double. */
interface PaymentCounts {
  payments: number;
  liveHolds: number;
  orders: number;
  /** Count of the wallet's ledger transactions. */
  walletMoves: number;
  balanceNaira: number;
}

/** The shop waits only this long when the sandbox must not answer. */
const SILENCE_MS = 1_500;

/** Pass this to `openFixtureForFile`. */
export async function openPaymentTestShop(env: Record<string, string> = {}): Promise<PaymentTestShop> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let held: Promise<void> | null = null;
  let heldAnswers: Promise<void> | null = null;
  const patient = createSandboxProviderClient(url);
  const hasty = createSandboxProviderClient(url, {
    lookupTimeoutMs: SILENCE_MS,
    commandTimeoutMs: SILENCE_MS,
  });
  // Only a scenario without replies shortens the timeout, so that a slow machine never runs into it.
  let asked = patient;
  const api = await startTestApi({
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
  await addTestPickupCentre(api, 'LAG-IKJ', 'Ikeja', 'Ikeja');
  await addTestPickupCentre(api, 'LAG-YAB', 'Yaba');
  await addTestPickupCentre(api, 'LAG-LEK', 'Lekki');

  const shop: PaymentTestShop = {
    ...api,
    url,
    product: ({ priceNaira = 5_000, minUnits = 100 } = {}) =>
      addTestProduct(api, { title: 'Local Rice', priceNaira, baseNaira: priceNaira * 1.25, minUnits }),
    async shopper(walletNaira = 0) {
      const shopper = await TestShopper.signUp(url);
      if (walletNaira > 0) await adjustTestWallet(api, shopper.id, walletNaira);
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
      const work = createProviderEventsJob(verifyDeps, { onFailure: (_row, error) => failures.push(error) });
      await work.run({ isStopping: () => false });
      if (failures.length > 0) throw failures[0];
    },
    async poll() {
      await db.query('UPDATE payments SET next_poll_at = app_now() WHERE outcome IS NULL AND card_kobo > 0');
      await createPollPaymentsJob(verifyDeps).run({ isStopping: () => false });
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
    sandbox: () => readSandboxProviderState(url),
    async scenario(scenario) {
      await setSandboxScenario(url, scenario);
      asked = scenario.api?.fail === 'timeout' ? hasty : patient;
    },
    sendWebhook: (body, hash = 'sandbox-webhook-hash') =>
      callShopApi(url, 'POST', '/api/payment/webhook/flutterwave', {
        body,
        key: null,
        headers: hash === null ? {} : { 'verif-hash': hash },
      }),
    counts: (shopper) => countFor(api, shopper.session.user.id),
  };
  return shop;
}

/** @returns the initialise reply. @throws when the payment was refused. */
export function expectStartedCardPayment(
  answer: ShopResponse<InitializePaymentReply>,
): InitializePaymentReply & { authorization_url: string } {
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
