import type { PurchasePopUp } from '#contract/events.ts';

const POPUP_EXIT_MS = 500;
const POPUP_LIMIT = 3;
export const POPUP_MS = 7_000;

/** The pop-ups on screen, newest first, and the timers that take them away. @source spec section 4 (Pop-ups) */
export interface ShownPopUp extends PurchasePopUp {
  id: number;
  /** True during the exit of half a second. */
  isHiding: boolean;
}

let shown: readonly ShownPopUp[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** For `useSyncExternalStore`. */
export function subscribePopUps(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns the same list until something changes. */
export function currentPopUps(): readonly ShownPopUp[] {
  return shown;
}

/** Puts a pop-up on top. The oldest beyond three goes at once. */
export function pushPopUp(event: PurchasePopUp): void {
  const id = nextId;
  nextId += 1;
  for (const dropped of shown.slice(POPUP_LIMIT - 1)) cancelTimer(dropped.id);
  replace([{ ...event, id, isHiding: false }, ...shown.slice(0, POPUP_LIMIT - 1)]);
  timers.set(
    id,
    setTimeout(() => hidePopUp(id), POPUP_MS),
  );
}

/** Begins the exit; the pop-up is gone half a second later. */
export function hidePopUp(id: number): void {
  cancelTimer(id);
  replace(shown.map((popUp) => (popUp.id === id ? { ...popUp, isHiding: true } : popUp)));
  timers.set(
    id,
    setTimeout(() => {
      cancelTimer(id);
      replace(shown.filter((popUp) => popUp.id !== id));
    }, POPUP_EXIT_MS),
  );
}

/** Takes all away without an exit, for sign-out and for screens that show none. */
export function clearPopUps(): void {
  for (const id of [...timers.keys()]) cancelTimer(id);
  replace([]);
}

function cancelTimer(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

function replace(next: readonly ShownPopUp[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
