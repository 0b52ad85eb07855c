import { formatNaira } from '#contract/rules/money/money.ts';
import { chooseProductCardPrice } from '#contract/rules/money/saving.ts';
import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import { formatLagosDateTimeWithZone } from '#contract/rules/time/lagos-date.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import type { Product } from '#contract/schemas/product.ts';

/** Everything that a group's preview image shows. Equal content makes equal images. */
export interface GroupPreviewContent {
  title: string;
  /** The product's first image; null: the product has none. */
  image: { hash: string; width: number } | null;
  /** Group price, and the sold part of the minimum in percent; null: the group cannot be joined. */
  offer: { priceLabel: string; price: string; percent: number } | null;
  /** Main line, such as `Needs 45 kg more`, or how the group ended. */
  state: string;
  /** Second line: the deadline of an open group, or what the reader can do instead of joining. */
  detail: string;
}

/**
 * Chooses the texts and figures of an invitation's preview.
 * @param product the product with the group that a buyer would join now.
 * @param group the group of the shared link.
 * @source groups.md
 */
export function buildGroupPreviewContent(
  product: Pick<Product, 'title' | 'pictures' | 'sellingUnitsData' | 'group'> &
    Parameters<typeof chooseProductCardPrice>[0],
  group: { groupId: string; status: GroupStatus },
): GroupPreviewContent {
  const [image] = product.pictures;
  const { groupId, spotsRemaining, progressPercentage, deadline } = product.group;
  const isOpen = groupId === group.groupId && spotsRemaining > 0 && deadline !== null;
  const unit = product.sellingUnitsData.enabled ? product.sellingUnitsData.baseUnitName : null;
  return {
    title: product.title,
    image: image ? { hash: image.hash, width: image.width } : null,
    offer: isOpen ? { ...describePrice(product), percent: progressPercentage } : null,
    ...(isOpen
      ? {
          state: `Needs ${formatBaseUnitQuantity(spotsRemaining, unit)} more`,
          detail: `Open until ${formatLagosDateTimeWithZone(deadline)}`,
        }
      : describeEnd(group.status)),
  };
}

function describePrice(product: Parameters<typeof chooseProductCardPrice>[0]) {
  const price = chooseProductCardPrice(product);
  if (price.kind === 'none') return { priceLabel: 'Group price', price: '' };
  if (price.kind === 'single') return { priceLabel: 'Group price', price: formatNaira(price.price) };
  const { min, max } = price;
  if (min === max) return { priceLabel: 'Group price', price: formatNaira(min) };
  return { priceLabel: 'from as low as', price: `${formatNaira(min)} - ${formatNaira(max)}` };
}

function describeEnd(status: GroupStatus): { state: string; detail: string } {
  if (status === 'failed' || status === 'refunded')
    return { state: 'This group did not go through', detail: 'Everyone in it gets their money back.' };
  // A group past its deadline has the status `active` until its last payments have ended, but nobody can join it.
  if (status === 'active' || status === 'manual_review')
    return { state: 'This group is closed', detail: 'See the next group at the link.' };
  return { state: 'This group is full', detail: 'See the next group at the link.' };
}
