import { useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { parsePaymentReturn } from '../features/checkout/payment-return.ts';
import { SignedOutReturn } from '../features/checkout/SignedOutReturn.tsx';
import type { ElementChildren } from '../lib/elements.ts';
import { paths } from '../lib/paths.ts';
import { useService } from '../lib/services.ts';
import { isSessionEndPending, useSession } from '../lib/session.ts';
import { createPurge } from './purge.ts';

/** Redirects guests to sign-in and stores a payment return first. It renders nothing while the session is unknown. */
export function RequireSession({ children }: { children?: ElementChildren }) {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const purge = useService(createPurge);
  const isLeaving = useSyncExternalStore(purge.subscribe, purge.isUnderWay, () => false);
  if (status !== 'visitor') return children;
  // A session has just ended; its redirect is chosen after the cleanup.
  if (isLeaving || isSessionEndPending()) return null;
  const returned = pathname === paths.cart ? parsePaymentReturn(search) : null;
  if (returned) return <SignedOutReturn returned={returned} />;
  return <Navigate to={paths.signIn} replace />;
}
