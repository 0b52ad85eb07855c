import { QUIET_SCREENS } from '#contract/addresses.ts';
import { isLineDear } from '../../lib/data-thrift.ts';

/** Whether a pop-up may be shown here and now: a dear line is not spent on it. @source design.md (Pop-up) */

const PREFERENCE_KEY = 'popupsOff';

/** @returns false when this phone's user switched the pop-ups off. */
export function arePopUpsWanted(): boolean {
  try {
    return localStorage.getItem(PREFERENCE_KEY) === null;
  } catch {
    return true;
  }
}

/** Remembers the choice on this phone. */
export function setPopUpsWanted(wanted: boolean): void {
  try {
    if (wanted) localStorage.removeItem(PREFERENCE_KEY);
    else localStorage.setItem(PREFERENCE_KEY, '1');
  } catch {
    // A phone without storage keeps the default.
  }
}

/** @returns whether the screen and the line bear a pop-up. */
export function isPopUpAllowed(path: string, isOverlayOpen: boolean): boolean {
  if (isOverlayOpen || QUIET_SCREENS.some((quiet) => path === quiet || path.startsWith(`${quiet}/`)))
    return false;
  return !isLineDear();
}
