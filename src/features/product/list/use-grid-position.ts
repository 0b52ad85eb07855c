import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';
import { productQueryKeys } from '../data/product-keys.ts';
import { sortProductsBySlugs } from '../data/product-list.ts';
import { hasNavigatedBackOrForward } from './back-navigation.ts';
import {
  findFirstVisibleProductCard,
  type ProductGridScrollPosition,
  readProductGridScrollPosition,
  saveProductGridScrollPosition,
  scrollToProductCard,
} from './grid-position.ts';

const SAVE_PAUSE_MS = 200;
/**
 * Number of frames in which the scroll position is corrected, because images that load above may still move the card.
 */
const SETTLE_FRAMES = 3;

/**
 * Restores the order of the list and the scroll position when the shopper returns.
 * @param query of the URL; a position saved for another query is ignored.
 * @param onMissing loads the next page when the saved product is not loaded yet.
 */
export function useProductGridScrollPosition(
  grid: RefObject<HTMLElement | null>,
  products: readonly Product[],
  query: string,
  onMissing: () => boolean,
): void {
  const queryClient = useQueryClient();
  const navigation = useNavigationType();
  const wanted = useRef<ProductGridScrollPosition | null | undefined>(undefined);

  useLayoutEffect(() => {
    if (wanted.current === undefined) {
      const place = isReturning(navigation) ? readProductGridScrollPosition() : null;
      wanted.current = place?.query === query ? place : null;
      if (wanted.current && query === '' && navigation === 'POP') {
        const { order } = wanted.current;
        queryClient.setQueryData<InfiniteData<ProductsReply, number>>(
          productQueryKeys.list,
          (drawn) =>
            drawn && {
              ...drawn,
              pages: drawn.pages.map((page) => ({ ...page, data: sortProductsBySlugs(page.data, order) })),
            },
        );
      }
    }
    const place = wanted.current;
    if (!place || !grid.current || products.length === 0) return;
    if (scrollToProductCard(grid.current, place)) {
      wanted.current = null;
      repeatForFrames(SETTLE_FRAMES, () => grid.current && scrollToProductCard(grid.current, place));
    } else if (!onMissing()) {
      wanted.current = null;
    }
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      const card = grid.current && findFirstVisibleProductCard(grid.current);
      if (card)
        saveProductGridScrollPosition({ ...card, query, order: products.map((product) => product.slug) });
    };
    const handleScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_PAUSE_MS);
    };
    addEventListener('scroll', handleScroll, { passive: true });
    addEventListener('pagehide', save);
    // Saves the position at a tap too, because the tap may open a product before the timer of the last scroll has run.
    addEventListener('click', save, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', handleScroll);
      removeEventListener('pagehide', save);
      removeEventListener('click', save, true);
    };
  }, [grid, products, query]);
}

/** True after Back within the app, and for a page that the browser restored by Back or reload. */
function isReturning(navigation: string): boolean {
  if (hasNavigatedBackOrForward()) return navigation === 'POP';
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'back_forward' || entry?.type === 'reload';
}

function repeatForFrames(frames: number, callback: () => void): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    callback();
    repeatForFrames(frames - 1, callback);
  });
}
