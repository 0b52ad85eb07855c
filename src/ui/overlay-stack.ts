import { focusContent } from '../lib/focus-content.ts';
import { overlaysOfEntry } from '../lib/overlay-entries.ts';

/**
 * Open dialogs and drawers, lowest first. Everything under the topmost is `inert`, so focus stays inside.
 * Each owns a history entry, so the phone's Back closes it and stays on the page.
 */

interface Overlay {
  id: string;
  element: HTMLElement;
  close: () => void;
}

const open: Overlay[] = [];

/** True while any dialog or drawer is open. */
export function isOverlayOpen(): boolean {
  return open.length > 0;
}

/** @returns removes the overlay, restores the focus and drops the history entry unless Back did. */
export function pushOverlay(id: string, element: HTMLElement, close: () => void): () => void {
  const focusedBefore = document.activeElement;
  const overlay = { id, element, close };
  open.push(overlay);
  if (open.length === 1) {
    addEventListener('popstate', handleBack);
    addEventListener('keydown', handleEscape);
    addEventListener('focusin', keepFocus);
  }
  if (!overlaysOfEntry().includes(id)) {
    history.pushState({ ...history.state, overlays: [...overlaysOfEntry(), id] }, '');
  }
  drawInert();

  return () => {
    const index = open.indexOf(overlay);
    if (index >= 0) open.splice(index, 1);
    if (open.length === 0) {
      removeEventListener('popstate', handleBack);
      removeEventListener('keydown', handleEscape);
      removeEventListener('focusin', keepFocus);
    }
    drawInert();
    if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    // The opener is gone, e.g. the card of a left group.
    else focusContent();
    // Deferred, because the closing action may navigate, which removes the entry.
    setTimeout(() => {
      const reopened = open.some((other) => other.id === id);
      if (!reopened && overlaysOfEntry().at(-1) === id) history.back();
    });
  };
}

function handleBack(): void {
  const kept = overlaysOfEntry();
  for (const overlay of [...open].reverse()) if (!kept.includes(overlay.id)) overlay.close();
}

function handleEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  open.at(-1)?.close();
}

/** Returns focus to the overlay in browsers without `inert` (before 2022). */
function keepFocus({ target }: FocusEvent): void {
  if (!(target instanceof Element) || !target.closest('[aria-hidden="true"]')) return;
  open.at(-1)?.element.querySelector<HTMLElement>('[role="dialog"]')?.focus();
}

function setInert(element: Element | null, isInert: boolean): void {
  element?.toggleAttribute('inert', isInert);
  if (!element || 'inert' in element) return;
  if (isInert) element.setAttribute('aria-hidden', 'true');
  else element.removeAttribute('aria-hidden');
}

function drawInert(): void {
  const top = open.at(-1);
  const page = document.documentElement;
  if (top === undefined) page.style.removeProperty('--scrollbar');
  else if (!page.hasAttribute('data-overlay')) {
    // Measured before any change and skipped at zero width (phones): either would recompute the whole page's styles.
    const scrollbarPx = innerWidth - page.clientWidth;
    if (scrollbarPx > 0) page.style.setProperty('--scrollbar', `${scrollbarPx}px`);
  }
  setInert(document.getElementById('root'), top !== undefined);
  for (const overlay of open) setInert(overlay.element, overlay !== top);
  page.toggleAttribute('data-overlay', top !== undefined);
}
