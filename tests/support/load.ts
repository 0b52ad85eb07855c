import { payAtSandboxCardPage } from './card-page.ts';
import type { TestShop } from './shop.ts';
import type { TestShopper } from './shopper.ts';

/** The shop acknowledged this order. */
export interface AcknowledgedLoadOrder {
  shopper: TestShopper;
  reference: string;
}

/** Shoppers buy one product after another until they are stopped or the shop is gone. */
export interface LoadRun {
  /** Orders acknowledged so far. */
  acknowledged: AcknowledgedLoadOrder[];
  /** Unexpected replies, such as a 500. */
  surprises: string[];
  /** Stops all shoppers and waits for them. */
  stop(): Promise<void>;
}

/** Shoppers buy this product in this selling unit. */
export interface LoadProduct {
  productId: string;
  unitName?: string;
}

export interface LoadRunOptions {
  shop: TestShop;
  /** Every second shopper pays by card, the others from their wallet. */
  shoppers: readonly TestShopper[];
  goods: readonly LoadProduct[];
}

/** Starts all shoppers at once, each with the next product in turn. */
export function startLoadRun({ shop, shoppers, goods }: LoadRunOptions): LoadRun {
  const load = { acknowledged: [] as AcknowledgedLoadOrder[], surprises: [] as string[] };
  let isStopped = false;
  const run = async (shopper: TestShopper, place: number) => {
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

async function buyFromWallet(
  shopper: TestShopper,
  good: LoadProduct,
  surprises: string[],
): Promise<string | null> {
  const cart = await shopper.add(good.productId, 1, good.unitName);
  const answer = await shopper.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
  if (answer.status === 200) return answer.body.reference;
  surprises.push(`wallet payment: ${answer.status} ${JSON.stringify(answer.body)}`);
  return null;
}

async function buyByCard(
  shopper: TestShopper,
  good: LoadProduct,
  surprises: string[],
): Promise<string | null> {
  const cart = await shopper.add(good.productId, 1, good.unitName);
  const answer = await shopper.payFor(cart, { method: 'flutterwave_only' });
  const link = answer.body.authorization_url;
  if (answer.status !== 200 || !link) {
    surprises.push(`card payment: ${answer.status} ${JSON.stringify(answer.body)}`);
    return null;
  }
  const end = await payAtSandboxCardPage(link);
  return end.searchParams.get('success') === 'true' ? answer.body.reference : null;
}
