import { onlineManager } from '@tanstack/react-query';
import type { ConnectionMonitor } from '../connection/connection.ts';
import type { ReloadBlockers } from './reload-blockers.ts';

/** Reloads when a newer release has removed a chunk and a reload loses nothing. Otherwise the route shows a message. */

export function reloadOnChunkLoadError(connection: ConnectionMonitor, busy: ReloadBlockers): void {
  addEventListener('vite:preloadError', async () => {
    if (!onlineManager.isOnline()) return;
    // A lost connection causes the same error as a removed chunk. The page then does not reload, or it would lose even
    // what it shows.
    if (!(await connection.probe())) {
      onlineManager.setOnline(false);
      return;
    }
    if (busy.isFree() && recordReloadUnlessTooSoon()) location.reload();
  });
}

const RELOADED_KEY = 'chunkReloadedAt';
const PAUSE_MS = 60_000;

/**
 * Records an automatic reload; only one a minute is allowed, so that a broken release cannot reload for ever.
 * @returns whether the page may reload now.
 */
export function recordReloadUnlessTooSoon(): boolean {
  try {
    const ageMs = Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (ageMs >= 0 && ageMs < PAUSE_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    // No reload is allowed without storage, because nothing would then stop an endless reload.
    return false;
  }
}
