import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { SLOGAN } from '#contract/slogan.ts';
import { AuthPageHeading } from '../../features/auth/AuthPageHeading.tsx';
import { RegisterForm } from '../../features/auth/RegisterForm.tsx';
import { deleteStoredReferralCode, readStoredReferralCode } from '../../features/referral/referral-code.ts';
import { readProductSlugToReturnTo } from '../../lib/session/after-sign-in.ts';
import { startSession } from '../../lib/session/session.ts';
import { DocumentTitle } from '../../ui/PageMeta.tsx';

/** Renders /register. The referral code comes from the address (`ref`) or from storage. */
export default function RegisterRoute() {
  const location = useLocation();
  const [referralCode] = useState(
    () => new URLSearchParams(location.search).get('ref')?.trim() || readStoredReferralCode(Date.now()),
  );
  return (
    <div className="page stack" data-width="narrow" data-gap="5">
      <DocumentTitle>Create your account</DocumentTitle>
      <AuthPageHeading title="Create your account">{SLOGAN}</AuthPageHeading>
      <RegisterForm
        referralCode={referralCode}
        productSlug={readProductSlugToReturnTo(location.state, location.search)}
        onSignedUp={(reply) => {
          deleteStoredReferralCode();
          startSession(reply.token, reply.user);
        }}
      />
    </div>
  );
}
