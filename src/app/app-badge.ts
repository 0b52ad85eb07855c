/** The number on the installed app's icon. Where there is none, nothing happens. @source offline.md section 10 */

interface Badging {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** @param unread 0 takes the number away. */
export function showAppBadge(unread: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Navigator & Badging;
  const shown = unread > 0 ? setAppBadge?.call(navigator, unread) : clearAppBadge?.call(navigator);
  // A browser may refuse a number on an app that is not installed.
  void shown?.catch(() => undefined);
}
