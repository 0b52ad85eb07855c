import { useLocation } from 'react-router-dom';
import { AuthPageHeading } from '../../features/auth/AuthPageHeading.tsx';
import { SignInForm } from '../../features/auth/SignInForm.tsx';
import type { NavigationState } from '../../lib/paths.ts';
import { readProductSlugToReturnTo } from '../../lib/session/after-sign-in.ts';
import { startSession } from '../../lib/session/session.ts';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { DocumentTitle } from '../../ui/PageMeta.tsx';

/**
 * Renders /signin. After signing in, the guest guard redirects to the product that the shopper came from, else home.
 */
export default function SignInRoute() {
  const location = useLocation();
  const { message } = (location.state ?? {}) as NavigationState;
  return (
    <div className="page stack" data-width="narrow" data-gap="5">
      <DocumentTitle>Sign in</DocumentTitle>
      <AuthPageHeading title="Sign in to your account" hasMark />
      {message && <MessageBox>{message}</MessageBox>}
      <SignInForm
        productSlug={readProductSlugToReturnTo(location.state, location.search)}
        onSignedIn={(reply) => startSession(reply.token, reply.user)}
      />
    </div>
  );
}
