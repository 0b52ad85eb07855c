import { onlineManager } from '@tanstack/react-query';
import { isFree } from './busy.ts';
import { probeLine } from './network.ts';
import { takeReload } from './reload-pause.ts';

/**
 * A chunk that a release took away: reload once, if that costs the shopper nothing. Offline, busy, or a
 * minute after the last such reload the route's boundary tells instead.
 */

export function followPreloadErrors(): void {
  addEventListener('vite:preloadError', async () => {
    if (!onlineManager.isOnline()) return;
    // A line that is gone looks the same; a reload would then cost the shopper the page they have.
    if (!(await probeLine())) {
      onlineManager.setOnline(false);
      return;
    }
    if (isFree() && takeReload()) location.reload();
  });
}
