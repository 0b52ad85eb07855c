import { focusMainContent } from '../../lib/browser/focus-content.ts';
import { listOverlaysInHistory } from '../../lib/browser/overlay-history.ts';

/**
 * Tracks open dialogs and drawers, lowest first. Everything under the topmost is `inert`, so that the focus stays
 * inside.
 */

interface Overlay {
  id: string;
  element: HTMLElement;
  close: () => void;
}

function createOverlayStack() {
  const open: Overlay[] = [];

  const handleBack = (): void => {
    const openIds = listOverlaysInHistory();
    for (const overlay of [...open].reverse()) if (!openIds.includes(overlay.id)) overlay.close();
  };
  const handleEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    open.at(-1)?.close();
  };
  /** Browsers before 2022 have no `inert`, so focus that leaves the overlay is moved back. */
  const keepFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || !target.closest('[aria-hidden="true"]')) return;
    open.at(-1)?.element.querySelector<HTMLElement>('[role="dialog"]')?.focus();
  };
  const remove = (overlay: Overlay, focusedBefore: Element | null): void => {
    const index = open.indexOf(overlay);
    if (index >= 0) open.splice(index, 1);
    if (open.length === 0) {
      removeEventListener('popstate', handleBack);
      removeEventListener('keydown', handleEscape);
      removeEventListener('focusin', keepFocus);
    }
    drawInert(open);
    if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    // The button that opened the overlay may no longer exist, for example when its list row was removed.
    else focusMainContent();
    // The history entry is removed in the next task, because the closing action may navigate and so remove the entry
    // itself.
    setTimeout(() => {
      const reopened = open.some(({ id }) => id === overlay.id);
      if (!reopened && listOverlaysInHistory().at(-1) === overlay.id) history.back();
    });
  };

  return {
    isAnyOpen: () => open.length > 0,
    push: (id: string, element: HTMLElement, close: () => void): (() => void) => {
      const focusedBefore = document.activeElement;
      const overlay = { id, element, close };
      open.push(overlay);
      if (open.length === 1) {
        addEventListener('popstate', handleBack);
        addEventListener('keydown', handleEscape);
        addEventListener('focusin', keepFocus);
      }
      const opened = listOverlaysInHistory();
      if (!opened.includes(id)) {
        history.pushState({ ...history.state, overlays: [...opened, id] }, '');
      }
      drawInert(open);
      return () => remove(overlay, focusedBefore);
    },
  };
}

const overlays = createOverlayStack();

/** True while any dialog or drawer is open. */
export const isOverlayOpen = overlays.isAnyOpen;

/**
 * @returns a function that removes the overlay, restores the focus and removes its history entry, unless Back has done
 * so.
 */
export const pushOverlay = overlays.push;

function setInert(element: Element | null, isInert: boolean): void {
  element?.toggleAttribute('inert', isInert);
  if (!element || 'inert' in element) return;
  if (isInert) element.setAttribute('aria-hidden', 'true');
  else element.removeAttribute('aria-hidden');
}

function drawInert(open: readonly Overlay[]): void {
  const top = open.at(-1);
  const page = document.documentElement;
  if (top === undefined) page.style.removeProperty('--scrollbar');
  else if (!page.hasAttribute('data-overlay')) {
    // The scroll bar is measured before anything changes, because measuring after a change costs a layout of the whole
    // page.
    const scrollbarPx = innerWidth - page.clientWidth;
    if (scrollbarPx > 0) page.style.setProperty('--scrollbar', `${scrollbarPx}px`);
  }
  setInert(document.getElementById('root'), top !== undefined);
  for (const overlay of open) setInert(overlay.element, overlay !== top);
  page.toggleAttribute('data-overlay', top !== undefined);
}
