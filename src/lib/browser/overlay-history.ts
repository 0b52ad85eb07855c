/** Each open dialog or drawer owns a history entry, so that the phone's Back closes it. */

/** Maximum wait for the browser to go back: without an earlier history entry no event would end the wait. */
const BACK_WAIT_MS = 500;

export function listOverlaysInHistory(): string[] {
  const ids: unknown = history.state?.overlays;
  return Array.isArray(ids) ? ids : [];
}

/** After a reload, goes back past the history entries of dialogs that were open, or Back would seem to do nothing. */
export async function goBackPastOverlayHistoryEntries(): Promise<void> {
  const count = listOverlaysInHistory().length;
  if (count === 0) return;
  await new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    setTimeout(resolve, BACK_WAIT_MS);
    history.go(-count);
  });
  if (listOverlaysInHistory().length > 0) history.replaceState({ ...history.state, overlays: [] }, '');
}
