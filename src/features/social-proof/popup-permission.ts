import { QUIET_SCREENS } from '#contract/addresses.ts';
import { isMeteredOrSlow } from '../../lib/metered-connection.ts';

/** Decides whether pop-ups may show; a metered or slow connection is not used for them. @source design.md (Pop-up) */

const PREFERENCE_KEY = 'popupsOff';

/** @returns false when this phone's user switched the pop-ups off. */
export function arePopUpsEnabled(): boolean {
  try {
    return localStorage.getItem(PREFERENCE_KEY) === null;
  } catch {
    return true;
  }
}

export function setPopUpsEnabled(wanted: boolean): void {
  try {
    if (wanted) localStorage.removeItem(PREFERENCE_KEY);
    else localStorage.setItem(PREFERENCE_KEY, '1');
  } catch {
    // Without storage the default applies.
  }
}

/** @returns whether the current screen and connection allow pop-ups. */
export function isPopUpAllowed(path: string, isOverlayOpen: boolean): boolean {
  if (isOverlayOpen || QUIET_SCREENS.some((quiet) => path === quiet || path.startsWith(`${quiet}/`)))
    return false;
  return !isMeteredOrSlow();
}
