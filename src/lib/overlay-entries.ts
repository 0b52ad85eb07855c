/** Each open overlay owns an entry of the browser's history, which names the overlays that are open there. */

/** A browser that does not go back, as one that restored the entry alone, must not keep the page waiting. */
const BACK_WAIT_MS = 500;

export function overlaysOfEntry(): string[] {
  const ids: unknown = history.state?.overlays;
  return Array.isArray(ids) ? ids : [];
}

/**
 * A page that is reloaded under an open overlay starts on the overlay's entry: Back from there would show the same page
 * once more. Ends when the page stands on its own entry.
 */
export async function leaveOverlayEntries(): Promise<void> {
  const count = overlaysOfEntry().length;
  if (count === 0) return;
  await new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    setTimeout(resolve, BACK_WAIT_MS);
    history.go(-count);
  });
  if (overlaysOfEntry().length > 0) history.replaceState({ ...history.state, overlays: [] }, '');
}
