/** Each open overlay owns a history entry, whose state names the open overlays. */

/** Limits the wait for a browser that does not go back, e.g. one that restored only this entry. */
const BACK_WAIT_MS = 500;

export function listOverlaysInHistory(): string[] {
  const ids: unknown = history.state?.overlays;
  return Array.isArray(ids) ? ids : [];
}

/** Leaves the overlay entries after a reload, since Back would show the same page again. */
export async function leaveOverlayHistoryEntries(): Promise<void> {
  const count = listOverlaysInHistory().length;
  if (count === 0) return;
  await new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    setTimeout(resolve, BACK_WAIT_MS);
    history.go(-count);
  });
  if (listOverlaysInHistory().length > 0) history.replaceState({ ...history.state, overlays: [] }, '');
}
