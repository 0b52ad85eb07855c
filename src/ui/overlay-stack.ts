import { focusContent } from '../lib/focus-content.ts';
import { overlaysOfEntry } from '../lib/overlay-entries.ts';

/**
 * Open dialogs and drawers, lowest first. Everything under the topmost one is `inert`, so focus and
 * readers stay inside it, and each owns one entry of the browser's history, so that the phone's Back
 * closes it and leaves the page where it was.
 */

interface Overlay {
  id: string;
  element: HTMLElement;
  close: () => void;
}

const open: Overlay[] = [];

/** Called when the first overlay opens and after the last one closed; for what must not cover a dialog. */
export function isOverlayOpen(): boolean {
  return open.length > 0;
}

/** @returns the removal: gives the focus back and takes the history entry away, if Back did not already. */
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
    // What opened it is gone, as the card of a group that was left.
    else focusContent();
    // Later, because the action that closed the overlay may be about to navigate: then the entry is gone.
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

/** For browsers before 2022, which know no `inert`: everywhere else nothing under an overlay gets the focus. */
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
    // Measured before anything is changed, and not told where it takes no room, as on phones: either would have the
    // whole page's styles computed once more.
    const scrollbarPx = innerWidth - page.clientWidth;
    if (scrollbarPx > 0) page.style.setProperty('--scrollbar', `${scrollbarPx}px`);
  }
  setInert(document.getElementById('root'), top !== undefined);
  for (const overlay of open) setInert(overlay.element, overlay !== top);
  page.toggleAttribute('data-overlay', top !== undefined);
}
