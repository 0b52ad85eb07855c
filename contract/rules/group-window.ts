import { GROUP_WINDOW_HOURS } from '../limits.ts';

/**
 * How long a group runs, in hours: as its product says, else as the shop is set, else as shops are. The database says
 * the same when it opens one (`joinable_group`).
 *
 * @source groups.md
 */
export function groupWindowHours(product: number | null | undefined, shop: number | undefined): number {
  return product ?? shop ?? GROUP_WINDOW_HOURS;
}
