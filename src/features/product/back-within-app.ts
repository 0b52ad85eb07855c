/** Whether Back or Forward was used since this document was opened: then a `POP` is the shopper's, not the start. */
let gone = false;

export function hasGoneBack(): boolean {
  return gone;
}

/**
 * Starts to listen, for as long as the document lives. Call before the router exists: on the window listeners
 * are called in the order of their coming, and the router draws the page that asks from inside its own.
 */
export function followBack(): void {
  // Each page restores itself: the browser would scroll before the page is drawn.
  if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
  addEventListener('popstate', () => {
    gone = true;
  });
}
