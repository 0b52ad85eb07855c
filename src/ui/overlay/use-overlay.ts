import { type RefObject, useEffect, useEffectEvent, useId } from 'react';
import { pushOverlay } from './overlay-stack.ts';

/**
 * Makes a mounted element a dialog or drawer: it takes the focus and later restores it; Escape and Back call `onClose`.
 */
export function useOverlay(ref: RefObject<HTMLElement | null>, onClose: () => void): void {
  const id = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const remove = pushOverlay(id, element, () => close());
    const dialog = element.querySelector<HTMLElement>('[role="dialog"]') ?? element;
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus();
    // A dialog that is longer than the screen starts at its title, so that nobody misses what it says.
    if (dialog.scrollTop > 0) {
      dialog.scrollTop = 0;
      dialog.focus({ preventScroll: true });
    }
    return remove;
  }, [id, ref]);
}
