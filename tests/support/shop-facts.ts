import type { ProductReply } from '#contract/schemas/product.ts';
import { checkInvariants } from '../../server/features/invariants/invariants.ts';
import type { Shop } from './shop.ts';
import { callShop } from './shopper.ts';

/** The id of a demo product. @throws {Error} when the shop has no such product. */
export async function findProductId(shop: Shop, slug: string): Promise<string> {
  const answer = await callShop<ProductReply>(shop.url, 'GET', `/api/products/slug/${slug}`);
  if (answer.status !== 200) throw new Error(`no product ${slug}: ${answer.status}`);
  return answer.body.data._id;
}

/** What the operator's `invariants` command answers. */
export interface InvariantReport {
  holds: boolean;
  invariants: { name: string; holds: boolean; breaches: string[] }[];
}

/** The breaches of the shop's laws as they stand now in its database; empty: all is well. */
export async function findBreaches(shop: Shop): Promise<string[]> {
  const results = await checkInvariants(shop.db);
  return results.flatMap(({ name, breaches }) => breaches.map((breach) => `${name}: ${breach}`));
}
