function createBackWatch() {
  let isGone = false;
  return {
    hasGone: () => isGone,
    follow: () => {
      // Pages restore their scroll position themselves; the browser would scroll before rendering.
      if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
      addEventListener('popstate', () => {
        isGone = true;
      });
    },
  };
}

const back = createBackWatch();

/** True once Back or Forward was used; a `POP` before that is only the page load. */
export const hasNavigatedBack = back.hasGone;

/**
 * Call this before the router is created: listeners run in registration order, and the router's renders the page that
 * reads this flag.
 */
export const trackBackNavigation = back.follow;
