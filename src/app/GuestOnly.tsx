import { Navigate, useLocation } from 'react-router-dom';
import type { ElementChildren } from '../lib/elements.ts';
import { afterSignIn, type NavigationState, paths, readListingUrl } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';

/** Renders for guests only; a member is redirected to the product they came from, else home. */
export function GuestOnly({ children }: { children: ElementChildren }) {
  const { status } = useSession();
  const { state, search } = useLocation();
  if (status === 'member') {
    const { payment_return: isPaymentReturn } = (state ?? {}) as NavigationState;
    const target = isPaymentReturn ? paths.cart : afterSignIn(readListingUrl(state, search));
    return <Navigate to={target} replace />;
  }
  return children;
}
