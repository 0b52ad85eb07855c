import { GROUP_WINDOW_HOURS } from '../limits.ts';

/**
 * Duration of a group in hours: the product's own, else the configured one, else the default. The database function
 * `joinable_group` applies the same rule.
 *
 * @source groups.md
 */
export function groupWindowHours(product: number | null | undefined, shop: number | undefined): number {
  return product ?? shop ?? GROUP_WINDOW_HOURS;
}
