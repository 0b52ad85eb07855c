import type { ProductReply } from '#contract/schemas/product.ts';
import { checkInvariants } from '../../server/features/invariants/invariants.ts';
import type { Shop } from './shop.ts';
import { callShop } from './shopper.ts';

/** @returns the id of a demo product. @throws {Error} when the shop has no such product. */
export async function findProductId(shop: Shop, slug: string): Promise<string> {
  const answer = await callShop<ProductReply>(shop.url, 'GET', `/api/products/slug/${slug}`);
  if (answer.status !== 200) throw new Error(`no product ${slug}: ${answer.status}`);
  return answer.body.data._id;
}

/** The operator's `invariants` command prints this. */
export interface InvariantReport {
  holds: boolean;
  invariants: { name: string; holds: boolean; breaches: string[] }[];
}

/** @returns the current violations of the shop's invariants. */
export async function findBreaches(shop: Shop): Promise<string[]> {
  const results = await checkInvariants(shop.db);
  return results.flatMap(({ name, breaches }) => breaches.map((breach) => `${name}: ${breach}`));
}
