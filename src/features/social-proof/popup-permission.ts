import { PURCHASE_SCREEN_PATHS, screenPathPatterns } from '#contract/addresses.ts';
import { isConnectionMeteredOrSlow } from '../../lib/browser/metered-connection.ts';

/**
 * Decides whether pop-ups may show. On a metered or slow connection they would cost data.
 * @source design.md (Pop-up)
 */

const PREFERENCE_KEY = 'popupsOff';

/** No pop-up covers these screens, because they have a form or a payment. */
const POPUP_FREE_SCREEN_PATHS = [
  ...PURCHASE_SCREEN_PATHS,
  screenPathPatterns.signIn,
  screenPathPatterns.register,
  screenPathPatterns.forgotPassword,
  screenPathPatterns.useTemporaryRecoveryKey,
  screenPathPatterns.editProfile,
];

/** @returns false when the shopper switched the pop-ups off on this phone. */
export function arePurchasePopUpsEnabled(): boolean {
  try {
    return localStorage.getItem(PREFERENCE_KEY) === null;
  } catch {
    return true;
  }
}

export function setPurchasePopUpsEnabled(isEnabled: boolean): void {
  try {
    if (isEnabled) localStorage.removeItem(PREFERENCE_KEY);
    else localStorage.setItem(PREFERENCE_KEY, '1');
  } catch {
    // If storage is blocked, the shopper's choice cannot be stored, so pop-ups stay on.
  }
}

/** @returns whether the current screen and connection allow pop-ups. */
export function canShowPurchasePopUps(path: string, isOverlayOpen: boolean): boolean {
  if (
    isOverlayOpen ||
    POPUP_FREE_SCREEN_PATHS.some((quiet) => path === quiet || path.startsWith(`${quiet}/`))
  )
    return false;
  return !isConnectionMeteredOrSlow();
}
