import { payAtCardPage } from './card-page.ts';
import type { Shop } from './shop.ts';
import type { Shopper } from './shopper.ts';

/** An order that the shop said it made. */
export interface AcknowledgedOrder {
  shopper: Shopper;
  reference: string;
}

/** Shoppers who buy one thing after the other until they are stopped or the shop is gone. */
export interface Load {
  /** Orders that were acknowledged so far. */
  acknowledged: AcknowledgedOrder[];
  /** Answers that no shopper should ever get, such as a 500. */
  surprises: string[];
  /** Tells everybody to stop and waits until they have. */
  stop(): Promise<void>;
}

/** One thing to buy. */
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

/** Lets every shopper buy at once, each with the next product in turn. */
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
        // The shop was killed under this shopper: what it acknowledged before stands, what it did not is open.
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
