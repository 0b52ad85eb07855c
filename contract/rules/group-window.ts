import { GROUP_WINDOW_HOURS } from '../limits.ts';

/**
 * The product's own duration applies, else the configured one, else the default. The database function
 * `joinable_group` applies the same rule.
 *
 * @source groups.md
 */
export function groupWindowHours(product: number | null | undefined, shop: number | undefined): number {
  return product ?? shop ?? GROUP_WINDOW_HOURS;
}
