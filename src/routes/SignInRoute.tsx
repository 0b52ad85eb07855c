import { useLocation } from 'react-router-dom';
import { AuthHeading } from '../features/auth/AuthHeading.tsx';
import { SignInForm } from '../features/auth/SignInForm.tsx';
import { type NavigationState, readListingUrl } from '../lib/paths.ts';
import { startSession } from '../lib/session.ts';
import { Note } from '../ui/Note.tsx';
import { PageTitle } from '../ui/PageMeta.tsx';

/**
 * Renders /signin. After signing in, the guest guard redirects to the product that the shopper came from, else home.
 */
export function SignInRoute() {
  const location = useLocation();
  const { message } = (location.state ?? {}) as NavigationState;
  return (
    <div className="page stack" data-width="narrow" data-gap="5">
      <PageTitle>Sign in</PageTitle>
      <AuthHeading title="Sign in to your account" hasMark />
      {message && <Note>{message}</Note>}
      <SignInForm
        listingUrl={readListingUrl(location.state, location.search)}
        onSignedIn={(reply) => startSession(reply.token, reply.user)}
      />
    </div>
  );
}
