import { DEFAULT_GROUP_DURATION_HOURS } from '../limits.ts';

/**
 * The product's own duration applies, else the configured one, else the default. The database function
 * `joinable_group` applies the same rule.
 *
 * @source groups.md
 */
export function chooseGroupDurationHours(
  product: number | null | undefined,
  shop: number | undefined,
): number {
  return product ?? shop ?? DEFAULT_GROUP_DURATION_HOURS;
}
