import { formatProductFilterQuery, type ProductFilter } from '#contract/product-filter.ts';
import { screenPaths } from '../../lib/paths.ts';

/** A shared link with this fragment opens at the list's heading. */
export const DEALS_URL_FRAGMENT = '#deals';

/** Returns the home page address with a filter, opened at the list. */
export function getDealsUrl(filter: ProductFilter): string {
  return screenPaths.home + formatProductFilterQuery(filter) + DEALS_URL_FRAGMENT;
}
