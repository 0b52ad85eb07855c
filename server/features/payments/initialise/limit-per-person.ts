import { formatLimitPerPerson } from '#contract/rules/group/limit-per-person.ts';
import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import type { Queryable } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { countUnitsOfShopperInGroup } from '../payments-repository.ts';
import type { CheckoutCart } from './checkout-cart.ts';

/**
 * Refuses a cart that would exceed the product's limit per person in a group. `place_order` checks the limit again.
 * @throws {DomainError} limit_per_person.
 */
export async function requireWithinPurchaseLimitPerPerson(
  tx: Queryable,
  userId: string,
  cart: CheckoutCart,
): Promise<void> {
  const units = new Map<string, number>();
  for (const { productId, product, variant, quantity, offer } of cart.lines) {
    if (variant === 'solo' || product.maxUnitsPerPerson === null) continue;
    units.set(productId, (units.get(productId) ?? 0) + quantity * (offer?.baseUnitQuantity ?? 0));
  }
  for (const [productId, wanted] of units) {
    const product = cart.lines.find((line) => line.productId === productId)?.product;
    const max = product?.maxUnitsPerPerson ?? null;
    if (!product || max === null) continue;
    const own = product.joinableGroupId
      ? await countUnitsOfShopperInGroup(tx, userId, product.joinableGroupId)
      : 0;
    if (wanted + own <= max) continue;
    const name = product.baseUnitName;
    const already = own > 0 ? ` You already have ${formatBaseUnitQuantity(own, name)}.` : '';
    throw new DomainError(
      'limit_per_person',
      `${product.title}: ${formatLimitPerPerson(max, name)}${already}`,
    );
  }
}
