import { Navigate, useLocation } from 'react-router-dom';
import type { TextFreeChildren } from '../lib/elements.ts';
import { getPathAfterSignIn, type NavigationState, readReturnListingUrl, screenPaths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';

/** Renders its children for guests only. A member is redirected to the product they came from, or else home. */
export function GuestOnlyRoute({ children }: { children: TextFreeChildren }) {
  const { status } = useSession();
  const { state, search } = useLocation();
  if (status === 'member') {
    const { payment_return: isPaymentReturn } = (state ?? {}) as NavigationState;
    const target = isPaymentReturn
      ? screenPaths.cart
      : getPathAfterSignIn(readReturnListingUrl(state, search));
    return <Navigate to={target} replace />;
  }
  return children;
}
