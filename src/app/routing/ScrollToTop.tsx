import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { focusMainContent } from '../../lib/browser/focus-content.ts';
import { screenPaths } from '../../lib/paths.ts';

/** Scrolls to the top after each navigation and focuses the content. The home page restores its own position. */
export function ScrollToTop() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (pathname !== screenPaths.home) scrollTo(0, 0);
    focusMainContent();
  }, [pathname]);
  return null;
}
