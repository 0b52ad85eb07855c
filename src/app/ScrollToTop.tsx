import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { focusMainContent } from '../lib/focus-content.ts';
import { screenPaths } from '../lib/paths.ts';

/** Scrolls to the top after each navigation (home restores its own position) and focuses the content. */
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
