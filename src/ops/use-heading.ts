import { useEffect, useRef } from 'react';

/**
 * Names the document after its screen's heading, and takes keys and readers there after a change of screen. A screen
 * that is still being read has no heading yet; nobody who went elsewhere meanwhile is taken back.
 *
 * @param screen what is shown, another word for each; null: that is not known yet.
 * @param site what stands behind the heading in the title.
 */
export function useHeading(screen: string | null, site: string): void {
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
