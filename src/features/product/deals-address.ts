import { filterQuery, type ProductFilter } from '#contract/product-filter.ts';
import { paths } from '../../lib/paths.ts';

/** The heading of the list: what was shared is seen at once, below it. */
export const DEALS = '#deals';

/** Home with a filter, opened at the list. */
export function dealsAddress(filter: ProductFilter): string {
  return paths.home + filterQuery(filter) + DEALS;
}
