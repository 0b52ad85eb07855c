/** Shows a count on the installed app's icon, where the browser supports it. @source offline.md section 10 */

interface Badging {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** @param unreadCount number of unread notifications; 0 removes the badge. */
export function showAppBadge(unreadCount: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Navigator & Badging;
  const shown = unreadCount > 0 ? setAppBadge?.call(navigator, unreadCount) : clearAppBadge?.call(navigator);
  // Browsers may reject a badge when the app is not installed, so the error is ignored.
  void shown?.catch(() => undefined);
}
