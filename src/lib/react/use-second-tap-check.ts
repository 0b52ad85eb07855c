import { type MouseEvent, useState } from 'react';

/** Android's time for a double tap, and the time that the finger stays down. */
const DOUBLE_TAP_MS = 400;

/**
 * Returns a check that is true for the second tap of a double tap, on whatever button. The first tap may have moved a
 * button under the finger that the shopper does not mean, such as that of the next row. Keys count as single taps.
 */
export function useSecondTapCheck(): (event: MouseEvent) => boolean {
  const [isSecondTap] = useState(() => {
    let lastMs = Number.NEGATIVE_INFINITY;
    return ({ detail, timeStamp }: MouseEvent) => {
      const sinceMs = timeStamp - lastMs;
      lastMs = timeStamp;
      return detail > 0 && sinceMs < DOUBLE_TAP_MS;
    };
  });
  return isSecondTap;
}
