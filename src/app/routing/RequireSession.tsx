import { useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { parseCardPageReturnParams } from '../../features/checkout/return/payment-return.ts';
import { SignedOutCardReturnRedirect } from '../../features/checkout/return/SignedOutCardReturnRedirect.tsx';
import { screenPaths } from '../../lib/paths.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { useAppService } from '../../lib/react/services.ts';
import { isSessionCleanupPending, useSession } from '../../lib/session/session.ts';
import { createShopperDataPurge } from '../data/purge.ts';

/** Redirects guests to sign-in, and stores the payment of a guest who returns from the card page. */
export default function RequireSession({ children }: { children: TextFreeChildren }) {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const purge = useAppService(createShopperDataPurge);
  const isLeaving = useSyncExternalStore(purge.subscribe, purge.isUnderWay, () => false);
  if (status !== 'visitor') return children;
  // After a session has ended, the cleanup of its data chooses the next screen, so this guard must not redirect.
  if (isLeaving || isSessionCleanupPending()) return null;
  const returned = pathname === screenPaths.cart ? parseCardPageReturnParams(search) : null;
  if (returned) return <SignedOutCardReturnRedirect returned={returned} />;
  return <Navigate to={screenPaths.signIn} replace />;
}
