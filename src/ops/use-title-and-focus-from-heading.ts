import { useEffect, useRef } from 'react';

/**
 * Sets the document title from the screen's heading, and moves the focus there after a screen change.
 * @param screen an identifier of the displayed screen; null: not known yet.
 * @param site the console's name, which ends the document title.
 */
export function useTitleAndFocusFromHeading(screen: string | null, site: string): void {
  const shown = useRef<string>(null);
  useEffect(() => {
    const main = document.querySelector('main');
    if (screen === null || !main) return;
    let isAwaited = shown.current !== null && shown.current !== screen;
    shown.current = screen;
    if (isAwaited) main.focus({ preventScroll: true });
    const follow = () => {
      const heading = main.querySelector('h1');
      document.title = heading ? `${heading.textContent} · ${site}` : site;
      if (!heading) return;
      if (isAwaited && document.activeElement === main) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
      isAwaited = false;
    };
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(main, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [screen, site]);
}
