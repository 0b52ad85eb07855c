import { payAtCardPage } from './card-page.ts';
import type { Shop } from './shop.ts';
import type { Shopper } from './shopper.ts';

/** The shop acknowledged this order. */
export interface AcknowledgedOrder {
  shopper: Shopper;
  reference: string;
}

/** Shoppers buy one product after another until they are stopped or the shop is gone. */
export interface Load {
  /** Orders acknowledged so far. */
  acknowledged: AcknowledgedOrder[];
  /** Unexpected replies, such as a 500. */
  surprises: string[];
  /** Stops all shoppers and waits for them. */
  stop(): Promise<void>;
}

/** Shoppers buy this product in this selling unit. */
export interface Good {
  productId: string;
  unitName?: string;
}

export interface LoadOptions {
  shop: Shop;
  /** Every second shopper pays by card, the others from their wallet. */
  shoppers: readonly Shopper[];
  goods: readonly Good[];
}

/** Starts all shoppers at once, each with the next product in turn. */
export function startLoad({ shop, shoppers, goods }: LoadOptions): Load {
  const load = { acknowledged: [] as AcknowledgedOrder[], surprises: [] as string[] };
  let isStopped = false;
  const run = async (shopper: Shopper, place: number) => {
    for (let turn = place; !isStopped; turn += 1) {
      const good = goods[turn % goods.length];
      if (!good) throw new Error('a load without goods');
      const buy = place % 2 === 0 ? buyByCard : buyFromWallet;
      try {
        const reference = await buy(shopper, good, load.surprises);
        if (reference) load.acknowledged.push({ shopper, reference });
      } catch {
        // The shop was killed during this call. Earlier acknowledged orders must still exist; this one may or may not.
        return;
      }
    }
  };
  const running = Promise.all(shoppers.map(run));
  return {
    ...load,
    async stop() {
      isStopped = true;
      await running;
      if (load.surprises.length > 0) throw new Error(`${shop.url}: ${load.surprises.join('\n')}`);
    },
  };
}

async function buyFromWallet(shopper: Shopper, good: Good, surprises: string[]): Promise<string | null> {
  const cart = await shopper.add(good.productId, 1, good.unitName);
  const answer = await shopper.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
  if (answer.status === 200) return answer.body.reference;
  surprises.push(`wallet payment: ${answer.status} ${JSON.stringify(answer.body)}`);
  return null;
}

async function buyByCard(shopper: Shopper, good: Good, surprises: string[]): Promise<string | null> {
  const cart = await shopper.add(good.productId, 1, good.unitName);
  const answer = await shopper.payFor(cart, { method: 'flutterwave_only' });
  const link = answer.body.authorization_url;
  if (answer.status !== 200 || !link) {
    surprises.push(`card payment: ${answer.status} ${JSON.stringify(answer.body)}`);
    return null;
  }
  const end = await payAtCardPage(link);
  return end.searchParams.get('success') === 'true' ? answer.body.reference : null;
}
