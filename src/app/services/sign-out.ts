import { sendPendingSignOut, storePendingSignOut } from '../../lib/session/pending-sign-out.ts';
import { endSession } from '../../lib/session/session.ts';

/**
 * Signs out on this phone at once. The server is notified now or, if it is unreachable, later. @source offline.md
 * section 9
 */
export function signOut(): void {
  storePendingSignOut(Date.now());
  void sendPendingSignOut().catch(() => undefined);
  endSession('signed-out');
}
