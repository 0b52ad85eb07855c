function createBackWatch() {
  let isGone = false;
  return {
    hasGone: () => isGone,
    follow: () => {
      // The browser would restore the scroll position before the page is rendered, so pages do it themselves.
      if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
      addEventListener('popstate', () => {
        isGone = true;
      });
    },
  };
}

const back = createBackWatch();

/** True once the shopper used Back or Forward. A `POP` before that is only the page load. */
export const hasNavigatedBack = back.hasGone;

/**
 * Call this before the router is created. Listeners run in the order of registration, and the router's listener renders
 * the page that reads this flag.
 */
export const trackBackNavigation = back.follow;
