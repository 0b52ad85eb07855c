import type { ProductReply } from '#contract/schemas/product.ts';
import { checkInvariants } from '../../server/features/invariants/invariants.ts';
import type { TestShop } from './shop.ts';
import { callShopApi } from './shopper.ts';

/** @returns the id of a demo product. @throws {Error} when the shop has no such product. */
export async function findProductId(shop: TestShop, slug: string): Promise<string> {
  const answer = await callShopApi<ProductReply>(shop.url, 'GET', `/api/products/slug/${slug}`);
  if (answer.status !== 200) throw new Error(`no product ${slug}: ${answer.status}`);
  return answer.body.data._id;
}

/** The operator's `invariants` command prints this. */
export interface InvariantReport {
  holds: boolean;
  invariants: { name: string; holds: boolean; breaches: string[] }[];
}

/** @returns the current violations of the shop's invariants. */
export async function findInvariantBreaches(shop: TestShop): Promise<string[]> {
  const results = await checkInvariants(shop.db);
  return results.flatMap(({ name, breaches }) => breaches.map((breach) => `${name}: ${breach}`));
}
