import { noteSignOut, settleSignOut } from '../lib/pending-sign-out.ts';
import { endSession } from '../lib/session.ts';

/**
 * Signs out at once on this phone. The server hears of it now or, if it cannot be reached, at the next
 * contact. @source offline.md section 9
 */
export function signOut(): void {
  noteSignOut(Date.now());
  void settleSignOut().catch(() => undefined);
  endSession('signed-out');
}
