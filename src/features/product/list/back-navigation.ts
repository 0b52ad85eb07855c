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

/** True once the shopper used Back or Forward. Before that, the router's action `POP` means the first page load. */
export const hasNavigatedBackOrForward = back.hasGone;

/** Listens for Back and Forward. Call it before the first render, in which pages read `hasNavigatedBackOrForward`. */
export const trackBackAndForward = back.follow;
