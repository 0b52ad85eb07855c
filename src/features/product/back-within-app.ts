/** True once Back or Forward was used; a `POP` before that is only the page load. */
let gone = false;

export function hasGoneBack(): boolean {
  return gone;
}

/**
 * Call before the router is created: listeners run in registration order, and the router's renders the page that reads
 * this flag.
 */
export function followBack(): void {
  // Pages restore their scroll position themselves; the browser would scroll before rendering.
  if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
  addEventListener('popstate', () => {
    gone = true;
  });
}
