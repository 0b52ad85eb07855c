import { DEFAULT_GROUP_DURATION_HOURS } from '../../limits.ts';

/**
 * Chooses how long a group stays open. The database function `joinable_group` has the same rule; change both together.
 * @source groups.md
 */
export function chooseGroupDurationHours(
  product: number | null | undefined,
  shop: number | undefined,
): number {
  return product ?? shop ?? DEFAULT_GROUP_DURATION_HOURS;
}
