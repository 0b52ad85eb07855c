import type { PurchasePopUp } from '#contract/events.ts';
import { createStore } from '../../lib/store.ts';

const POPUP_EXIT_MS = 500;
const POPUP_LIMIT = 3;
export const POPUP_MS = 7_000;

/** Holds the visible pop-ups, newest first, and the timers that remove them. @source spec section 4 (Pop-ups) */
export interface ShownPopUp extends PurchasePopUp {
  id: number;
  /** True during the exit animation of 0.5 s. */
  isHiding: boolean;
}

const shown = createStore<readonly ShownPopUp[]>([]);
let nextId = 1;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

export const subscribePopUps = shown.subscribe;
export const currentPopUps = shown.get;

/** Adds a pop-up on top and removes the oldest beyond three at once. */
export function pushPopUp(event: PurchasePopUp): void {
  const id = nextId;
  nextId += 1;
  for (const dropped of shown.get().slice(POPUP_LIMIT - 1)) cancelTimer(dropped.id);
  shown.set([{ ...event, id, isHiding: false }, ...shown.get().slice(0, POPUP_LIMIT - 1)]);
  timers.set(
    id,
    setTimeout(() => hidePopUp(id), POPUP_MS),
  );
}

/** Starts the exit animation; the pop-up is removed half a second later. */
export function hidePopUp(id: number): void {
  cancelTimer(id);
  shown.set(shown.get().map((popUp) => (popUp.id === id ? { ...popUp, isHiding: true } : popUp)));
  timers.set(
    id,
    setTimeout(() => {
      cancelTimer(id);
      shown.set(shown.get().filter((popUp) => popUp.id !== id));
    }, POPUP_EXIT_MS),
  );
}

/** Removes all pop-ups without animation, at sign-out and on screens without pop-ups. */
export function clearPopUps(): void {
  for (const id of [...timers.keys()]) cancelTimer(id);
  shown.set([]);
}

function cancelTimer(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}
