import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { SLOGAN } from '#contract/slogan.ts';
import { AuthHeading } from '../features/auth/AuthHeading.tsx';
import { RegisterForm } from '../features/auth/RegisterForm.tsx';
import { forgetReferralCode, storedReferralCode } from '../features/referral/referral-code.ts';
import { readListingUrl } from '../lib/paths.ts';
import { startSession } from '../lib/session.ts';
import { PageTitle } from '../ui/PageMeta.tsx';

/** Renders /register. The referral code comes from the address (`ref`) or from storage. */
export function RegisterRoute() {
  const location = useLocation();
  const [referralCode] = useState(
    () => new URLSearchParams(location.search).get('ref')?.trim() || storedReferralCode(Date.now()),
  );
  return (
    <div className="page stack" data-width="narrow" data-gap="5">
      <PageTitle>Create your account</PageTitle>
      <AuthHeading title="Create your account">{SLOGAN}</AuthHeading>
      <RegisterForm
        referralCode={referralCode}
        listingUrl={readListingUrl(location.state, location.search)}
        onSignedUp={(reply) => {
          forgetReferralCode();
          startSession(reply.token, reply.user);
        }}
      />
    </div>
  );
}
