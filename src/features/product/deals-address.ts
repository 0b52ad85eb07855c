import { filterQuery, type ProductFilter } from '#contract/product-filter.ts';
import { paths } from '../../lib/paths.ts';

/** A shared link with this fragment opens at the list's heading. */
export const DEALS_FRAGMENT = '#deals';

/** Returns the home page address with a filter, opened at the list. */
export function dealsAddress(filter: ProductFilter): string {
  return paths.home + filterQuery(filter) + DEALS_FRAGMENT;
}
