import { DEFAULT_GROUP_DURATION_HOURS } from '../../limits.ts';

/**
 * Chooses how long a group stays open: the product's own duration, else the configured one, else the default. The
 * database function `joinable_group` applies the same rule; both must change together.
 * @source groups.md
 */
export function chooseGroupDurationHours(
  product: number | null | undefined,
  shop: number | undefined,
): number {
  return product ?? shop ?? DEFAULT_GROUP_DURATION_HOURS;
}
