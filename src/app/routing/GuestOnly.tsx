import { Navigate, useLocation } from 'react-router-dom';
import { type NavigationState, screenPaths } from '../../lib/paths.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { getPathAfterSignIn, readProductSlugToReturnTo } from '../../lib/session/after-sign-in.ts';
import { useSession } from '../../lib/session/session.ts';

/** Renders its children for guests only. A member is redirected to the product they came from, or else home. */
export default function GuestOnly({ children }: { children: TextFreeChildren }) {
  const { status } = useSession();
  const { state, search } = useLocation();
  if (status === 'member') {
    const { payment_return: isPaymentReturn } = (state ?? {}) as NavigationState;
    const target = isPaymentReturn
      ? screenPaths.cart
      : getPathAfterSignIn(readProductSlugToReturnTo(state, search));
    return <Navigate to={target} replace />;
  }
  return children;
}
