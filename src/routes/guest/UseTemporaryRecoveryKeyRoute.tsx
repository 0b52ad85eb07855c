import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { accountTexts } from '#contract/texts.ts';
import { AuthPageHeading } from '../../features/auth/AuthPageHeading.tsx';
import { TemporaryRecoveryKeyForm } from '../../features/auth/recovery/TemporaryRecoveryKeyForm.tsx';
import { type NavigationState, screenPaths } from '../../lib/paths.ts';
import { addReturnProductParam, readProductSlugToReturnTo } from '../../lib/session/after-sign-in.ts';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { DocumentTitle } from '../../ui/PageMeta.tsx';

const LEAVES_AFTER_MS = 2_000;

/** Renders /use-temporary-recovery-key: sets a new recovery key, then continues with the password. */
export default function UseTemporaryRecoveryKeyRoute() {
  const location = useLocation();
  const navigate = useNavigate();
  const info = ((location.state ?? {}) as NavigationState).tempKeyInfo ?? {};
  const productSlug = readProductSlugToReturnTo(location.state, location.search);
  const [done, setDone] = useState<{ message: string; email: string } | null>(null);

  useEffect(() => {
    if (!done) return;
    const state: NavigationState = {
      message: accountTexts.recoveryKeyUpdatedReset,
      email: done.email,
      recoveryKeySet: true,
    };
    const timer = setTimeout(
      () => navigate(addReturnProductParam(screenPaths.forgotPassword, productSlug), { state }),
      LEAVES_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [done, navigate, productSlug]);

  return (
    <div className="page stack" data-width="narrow" data-gap="5">
      <DocumentTitle>Use temporary key</DocumentTitle>
      <AuthPageHeading title="Use temporary key">
        Set a new recovery key with the temporary key that an admin sent you on WhatsApp.
      </AuthPageHeading>
      {info.expiresAt && (
        <MessageBox>{`This key works until ${new Date(info.expiresAt).toLocaleString('en-NG')}.`}</MessageBox>
      )}
      {done && <MessageBox kind="success">{done.message}</MessageBox>}
      <TemporaryRecoveryKeyForm
        email={info.email ?? ''}
        temporaryKey={info.temporaryKey ?? ''}
        isDone={done !== null}
        onUpdated={(message, email) => setDone({ message, email })}
      />
      <p className="center">
        <Link className="link" to={addReturnProductParam(screenPaths.signIn, productSlug)}>
          Back to sign in
        </Link>
      </p>
    </div>
  );
}
