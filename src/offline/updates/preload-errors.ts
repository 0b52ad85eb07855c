import { onlineManager } from '@tanstack/react-query';
import type { Connection } from '../connection/connection.ts';
import type { BusyReasons } from './busy-reasons.ts';

/**
 * A chunk that a release took away: reload once, if that costs the shopper nothing. Offline, busy, or a
 * minute after the last such reload the route's boundary tells instead.
 */

export function reloadOnPreloadError(connection: Connection, busy: BusyReasons): void {
  addEventListener('vite:preloadError', async () => {
    if (!onlineManager.isOnline()) return;
    // A line that is gone looks the same; a reload would then cost the shopper the page they have.
    if (!(await connection.probe())) {
      onlineManager.setOnline(false);
      return;
    }
    if (busy.isFree() && claimReload()) location.reload();
  });
}

const RELOADED_KEY = 'chunkReloadedAt';
const PAUSE_MS = 60_000;

/**
 * No circle of reloads: a page that reloads itself to mend its release does so at most once a minute.
 *
 * @returns whether a reload is due; it then counts as made.
 */
export function claimReload(): boolean {
  try {
    const ageMs = Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (ageMs >= 0 && ageMs < PAUSE_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    // Without storage nothing would end a circle of reloads.
    return false;
  }
}
