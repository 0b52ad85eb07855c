/** No circle of reloads: a page that reloads itself to mend its release does so at most once a minute. */

const RELOADED_KEY = 'chunkReloadedAt';
const PAUSE_MS = 60_000;

/** @returns whether a reload is due; it then counts as made. */
export function takeReload(): boolean {
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
