import { readStored, writeStored } from '../../lib/storage.ts';

/**
 * Where a shopper stood on the home page: the drawn order and the card under the header. Kept for this tab,
 * so that Back, and a reload, return to the same card. @source offline.md section 2
 */

const KEY = 'homePlace';

export interface GridPlace {
  /** Slugs as drawn. */
  order: string[];
  /** Of the card's link. */
  href: string;
  /** The query of the address, which says of which products the card is one. */
  query: string;
  /** Distance of that card from the top of the window, px. */
  topPx: number;
}

export function readPlace(): GridPlace | null {
  try {
    const place: unknown = JSON.parse(readStored('sessionStorage', KEY) ?? 'null');
    return isPlace(place) ? { ...place, query: place.query ?? '' } : null;
  } catch {
    return null;
  }
}

export function savePlace(place: GridPlace): void {
  writeStored('sessionStorage', KEY, JSON.stringify(place));
}

/** The first card that is still in view, and where it stands. Null at the top of the page. */
export function cardInView(grid: HTMLElement): Pick<GridPlace, 'href' | 'topPx'> | null {
  for (const card of grid.querySelectorAll('a')) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > 0) return { href: card.getAttribute('href') ?? '', topPx: top };
  }
  return null;
}

/** Scrolls so that the kept card stands where it stood. @returns false when it is not on the page (yet). */
export function returnToCard(grid: HTMLElement, place: GridPlace): boolean {
  const card = grid.querySelector(`a[href="${CSS.escape(place.href)}"]`);
  if (!card) return false;
  scrollBy(0, card.getBoundingClientRect().top - place.topPx);
  return true;
}

function isPlace(value: unknown): value is GridPlace {
  const place = value as GridPlace | null;
  return Array.isArray(place?.order) && typeof place.href === 'string' && typeof place.topPx === 'number';
}
