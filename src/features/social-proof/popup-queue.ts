import type { PurchasePopUpEvent } from '#contract/events.ts';
import { createObservableStore } from '../../lib/react/store.ts';

const POPUP_EXIT_MS = 500;
const POPUP_LIMIT = 3;
export const PURCHASE_POPUP_VISIBLE_MS = 7_000;

/** A purchase pop-up on the screen, removed by a timer. @source spec section 4 (Pop-ups) */
export interface VisiblePurchasePopUp extends PurchasePopUpEvent {
  id: number;
  /** True while the pop-up fades out, which takes 0.5 s. */
  isHiding: boolean;
}

function createPopUps() {
  const shown = createObservableStore<readonly VisiblePurchasePopUp[]>([]);
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let nextId = 1;
  const cancelTimer = (id: number): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const after = (id: number, ms: number, work: () => void): void => {
    cancelTimer(id);
    timers.set(id, setTimeout(work, ms));
  };
  const hide = (id: number): void => {
    shown.set(shown.get().map((popUp) => (popUp.id === id ? { ...popUp, isHiding: true } : popUp)));
    after(id, POPUP_EXIT_MS, () => {
      cancelTimer(id);
      shown.set(shown.get().filter((popUp) => popUp.id !== id));
    });
  };
  return {
    shown,
    push: (event: PurchasePopUpEvent): void => {
      const id = nextId;
      nextId += 1;
      for (const dropped of shown.get().slice(POPUP_LIMIT - 1)) cancelTimer(dropped.id);
      shown.set([{ ...event, id, isHiding: false }, ...shown.get().slice(0, POPUP_LIMIT - 1)]);
      after(id, PURCHASE_POPUP_VISIBLE_MS, () => hide(id));
    },
    hide,
    clear: (): void => {
      for (const id of [...timers.keys()]) cancelTimer(id);
      shown.set([]);
    },
  };
}

const popUps = createPopUps();
export const subscribeVisiblePurchasePopUps = popUps.shown.subscribe;
export const getVisiblePurchasePopUps = popUps.shown.get;

/** Adds a pop-up on top; of more than three the oldest is removed. */
export const showPurchasePopUp = popUps.push;

/** Lets a pop-up disappear; it is removed half a second later. */
export const hidePurchasePopUp = popUps.hide;

/** Removes all pop-ups at once, at sign-out and on screens without pop-ups. */
export const clearPurchasePopUps = popUps.clear;
