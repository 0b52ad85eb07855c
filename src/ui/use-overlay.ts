import { type RefObject, useEffect, useEffectEvent, useId } from 'react';
import { pushOverlay } from './overlay-stack.ts';

/**
 * Makes an element an overlay while it is mounted: focus moves into it and back, Escape and the phone's
 * Back call `onClose`, everything else is inert.
 */
export function useOverlay(ref: RefObject<HTMLElement | null>, onClose: () => void): void {
  const id = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const remove = pushOverlay(id, element, () => close());
    const first = element.querySelector<HTMLElement>('[data-autofocus]');
    (first ?? element.querySelector<HTMLElement>('[role="dialog"]') ?? element).focus();
    return remove;
  }, [id, ref]);
}
