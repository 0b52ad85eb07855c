import { readJsonFromBrowserStorage, writeBrowserStorage } from '../../../lib/storage/storage.ts';

/**
 * Saves order and scroll position of the product list in the tab, so that Back and reload return to the same place.
 * @source offline.md section 2
 */

const KEY = 'homePlace';

export interface ProductGridScrollPosition {
  /** Slugs of the products, in the order on the screen. */
  order: string[];
  /** Link address of the topmost visible product card. */
  href: string;
  /** Query of the page's address, which identifies the filtered list. */
  query: string;
  /** Distance of the topmost visible card from the top of the window, px. */
  topPx: number;
}

export function readProductGridScrollPosition(): ProductGridScrollPosition | null {
  const place = readJsonFromBrowserStorage('sessionStorage', KEY);
  return isPlace(place) ? { ...place, query: place.query ?? '' } : null;
}

export function saveProductGridScrollPosition(position: ProductGridScrollPosition): void {
  writeBrowserStorage('sessionStorage', KEY, JSON.stringify(position));
}

/** @returns the first visible product card and its position, or null at the top of the page. */
export function findFirstVisibleProductCard(
  grid: HTMLElement,
): Pick<ProductGridScrollPosition, 'href' | 'topPx'> | null {
  for (const card of grid.querySelectorAll('a')) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > 0) return { href: card.getAttribute('href') ?? '', topPx: top };
  }
  return null;
}

/** Scrolls a product card back to its saved position. @returns false when the card is not on the page (yet). */
export function scrollToProductCard(grid: HTMLElement, position: ProductGridScrollPosition): boolean {
  const card = grid.querySelector(`a[href="${CSS.escape(position.href)}"]`);
  if (!card) return false;
  scrollBy(0, card.getBoundingClientRect().top - position.topPx);
  return true;
}

function isPlace(value: unknown): value is ProductGridScrollPosition {
  const place = value as ProductGridScrollPosition | null;
  return Array.isArray(place?.order) && typeof place.href === 'string' && typeof place.topPx === 'number';
}
