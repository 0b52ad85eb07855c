import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { focusContent } from '../lib/focus-content.ts';
import { paths } from '../lib/paths.ts';

/** Scrolls to the top after each navigation (home restores its own position) and focuses the content. */
export function ScrollToTop() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (pathname !== paths.home) scrollTo(0, 0);
    focusContent();
  }, [pathname]);
  return null;
}
