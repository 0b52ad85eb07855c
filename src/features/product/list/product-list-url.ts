import { formatProductFilterQuery, type ProductFilter } from '#contract/rules/product/product-filter.ts';
import { screenPaths } from '../../../lib/paths.ts';

/** With this fragment a shared link opens at the list's heading. */
export const PRODUCT_LIST_URL_FRAGMENT = '#deals';

/** Builds the address of the home page with a filter, opened at the list. */
export function getProductListUrl(filter: ProductFilter): string {
  return screenPaths.home + formatProductFilterQuery(filter) + PRODUCT_LIST_URL_FRAGMENT;
}
