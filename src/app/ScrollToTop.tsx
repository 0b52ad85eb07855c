import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { focusContent } from '../lib/focus-content.ts';
import { paths } from '../lib/paths.ts';

/**
 * After every change of page: to the top (home returns to its card by itself), and the focus to the content,
 * so that keys and readers begin there.
 */
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
