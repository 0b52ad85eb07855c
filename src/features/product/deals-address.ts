import { filterQuery, type ProductFilter } from '#contract/product-filter.ts';
import { paths } from '../../lib/paths.ts';

/** Fragment of the list's heading, so a shared link opens at the list. */
export const DEALS_FRAGMENT = '#deals';

/** Returns the home page address with a filter, opened at the list. */
export function dealsAddress(filter: ProductFilter): string {
  return paths.home + filterQuery(filter) + DEALS_FRAGMENT;
}
