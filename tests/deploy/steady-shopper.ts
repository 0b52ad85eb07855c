import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AddToCartReply } from '#contract/schemas/cart.ts';
import type { InitializePaymentReply } from '#contract/schemas/payment.ts';
import { submitCardPage } from '../support/card-page.ts';
import type { LoadProduct } from '../support/load.ts';
import { callShopApi, type ShopResponse, type TestShopper } from '../support/shopper.ts';

const BETWEEN_PURCHASES_MS = 500;
/** Shorter than the shop's Retry-After, so that more calls meet the outage. */
const RETRY_MS = 1_000;
/** The key of a cut request is free again after 60 s; a shopper waits longer than that. */
const PATIENCE_MS = 90_000;

/** What all shoppers of a crowd met, all calls together. */
export interface Experience {
  calls: number;
  slowest: { what: string; ms: number };
  /** Answers of 503 with the shop's own body. */
  refused: number;
  /** Answers of 425: the same request was cut before, and its key is not free yet. */
  askedForPatience: number;
  /** The proxy's answers of 502 or 504: the instance that had the call is gone. */
  cut: number;
  /** Every other answer that was not expected. Must stay empty. */
  surprises: string[];
  /** The purchases that were begun; each must become exactly one order. */
  attempts: Attempt[];
}

export interface Attempt {
  shopper: TestShopper;
  by: 'card' | 'wallet';
  reference: string;
}

export const noExperience = (): Experience => ({
  calls: 0,
  slowest: { what: 'none', ms: 0 },
  refused: 0,
  askedForPatience: 0,
  cut: 0,
  surprises: [],
  attempts: [],
});

/** Buys one thing after another as the app does: a refused call is repeated with its key until it is answered. */
export async function buySteadily(
  shopper: TestShopper,
  by: Attempt['by'],
  goods: readonly LoadProduct[],
  seen: Experience,
  isOver: () => boolean,
): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const good = goods[turn % goods.length] as LoadProduct;
    const added = await persist<AddToCartReply>(seen, 'add', (key) =>
      shopper.call('POST', '/api/cart/add', {
        key,
        body: {
          productId: good.productId,
          quantity: 1,
          sellingUnit: good.unitName ? { name: good.unitName } : undefined,
        },
      }),
    );
    if (!added) return;
    const cart = added.data;
    const paid = await persist<InitializePaymentReply>(seen, `pay by ${by}`, (key) =>
      shopper.payFor(cart, {
        key,
        method: by === 'card' ? 'flutterwave_only' : 'wallet_only',
        walletNaira: by === 'card' ? 0 : cart.totalPrice,
      }),
    );
    if (!paid) return;
    // This shopper waits for no verdict. A cart that its first payment has bought meanwhile is answered with that
    // payment's result: there is no card page, and what was added since is in a new cart.
    if (seen.attempts.some(({ reference }) => reference === paid.reference)) continue;
    seen.attempts.push({ shopper, by, reference: paid.reference });
    if (by === 'card' && !(await payAndReturn(paid.authorization_url as string, seen))) return;
    await delay(BETWEEN_PURCHASES_MS);
  }
}

/** Pays at the card page, which stays up because it is not the shop's, and returns through the shop. */
async function payAndReturn(link: string, seen: Experience): Promise<boolean> {
  const callback = await submitCardPage(link, 'success');
  const { origin, pathname, search } = new URL(callback as string);
  const headers = { accept: 'text/html' };
  const end = await persist(
    seen,
    'come back',
    () => callShopApi(origin, 'GET', pathname + search, { headers }),
    303,
  );
  return end !== null;
}

/** Repeats a call until it is answered. @returns the body of the answer, or null after an unexpected one. */
async function persist<Body>(
  seen: Experience,
  what: string,
  call: (key: string) => Promise<ShopResponse<Body>>,
  good = 200,
): Promise<Body | null> {
  const key = randomUUID();
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (performance.now() < giveUpAt) {
    const startedAt = performance.now();
    const answer = await call(key).catch((error: Error) => String(error.cause ?? error));
    seen.calls += 1;
    const ms = Math.round(performance.now() - startedAt);
    if (ms > seen.slowest.ms) seen.slowest = { what, ms };
    if (typeof answer === 'string') {
      seen.surprises.push(`${what}: no answer, ${answer}`);
      return null;
    }
    if (answer.status === good) return answer.body;
    if (isOurRefusal(answer)) seen.refused += 1;
    else if (answer.status === 425) seen.askedForPatience += 1;
    else if (answer.status === 502 || answer.status === 504) seen.cut += 1;
    else {
      seen.surprises.push(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
      return null;
    }
    await delay(RETRY_MS);
  }
  seen.surprises.push(`${what}: not answered within ${PATIENCE_MS / 1000} s`);
  return null;
}

/** The seconds of Retry-After: 2 for a locked row, 5 for a database that is away. */
const COME_AGAIN = new Set(['2', '5']);

/** Tells whether an answer is the shop's own 503: a plain page for people, the body of every error for calls. */
export function isOurRefusal({ status, headers, body }: ShopResponse): boolean {
  if (status !== 503 || !COME_AGAIN.has(headers.get('retry-after') ?? '')) return false;
  if (headers.get('content-type')?.startsWith('text/html')) {
    return String(body).includes('<h1>Something went wrong</h1>');
  }
  const said = body as Record<string, unknown> | null;
  return said?.success === false && said.code === 'unavailable' && typeof said.requestId === 'string';
}
