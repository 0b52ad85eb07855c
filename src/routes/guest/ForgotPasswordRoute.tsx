import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { accountTexts } from '#contract/texts.ts';
import { AuthPageHeading } from '../../features/auth/AuthPageHeading.tsx';
import { NewPasswordForm } from '../../features/auth/recovery/NewPasswordForm.tsx';
import { RecoveryKeyResetRequestForm } from '../../features/auth/recovery/RecoveryKeyResetRequestForm.tsx';
import { RecoveryStepIndicator } from '../../features/auth/recovery/RecoveryStepIndicator.tsx';
import { VerifyRecoveryKeyForm } from '../../features/auth/recovery/VerifyRecoveryKeyForm.tsx';
import { focusMainContent } from '../../lib/browser/focus-content.ts';
import { type NavigationState, screenPaths } from '../../lib/paths.ts';
import { addReturnProductParam, readProductSlugToReturnTo } from '../../lib/session/after-sign-in.ts';
import { Button } from '../../ui/control/Button.tsx';
import { announceToScreenReader } from '../../ui/message/Announcer.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { DocumentTitle } from '../../ui/PageMeta.tsx';

type Step = 'verify' | 'password' | 'request';

/** Messages for screen readers at the start of each step. */
const STEP_WORDS: Readonly<Record<Step, string>> = {
  verify: 'Step 1 of 2: Verify key',
  password: 'Step 2 of 2: New password',
  request: 'Request a key reset',
};

/** Renders /forgot-password: verifies the recovery key and sets a new password, or requests a new key. */
export default function ForgotPasswordRoute() {
  const location = useLocation();
  const navigate = useNavigate();
  const carried = (location.state ?? {}) as NavigationState;
  const productSlug = readProductSlugToReturnTo(location.state, location.search);
  const [email, setEmail] = useState(typeof carried.email === 'string' ? carried.email : '');
  const [step, setStep] = useState<Step>('verify');
  const [resetToken, setResetToken] = useState('');

  const goToSignIn = (message: string) =>
    navigate(addReturnProductParam(screenPaths.signIn, productSlug), {
      state: { message } satisfies NavigationState,
    });
  // The pressed button disappears with its step, so the focus moves to the next step, which is read from its top.
  const goToStep = (next: Step) => {
    setStep(next);
    scrollTo(0, 0);
    focusMainContent();
    announceToScreenReader(STEP_WORDS[next]);
  };
  const backToVerify = () => {
    setResetToken('');
    goToStep('verify');
  };

  return (
    <div className="page stack" data-width="narrow" data-gap="5">
      <DocumentTitle>Forgot password</DocumentTitle>
      <AuthPageHeading title={step === 'request' ? 'Request a key reset' : 'Forgot your password?'} />
      {step !== 'request' && <RecoveryStepIndicator current={step === 'verify' ? 1 : 2} />}
      {step === 'verify' && carried.message && (
        <MessageBox kind={carried.recoveryKeySet === false ? 'info' : 'success'}>
          {carried.message}
        </MessageBox>
      )}
      {step === 'verify' && (
        <>
          <VerifyRecoveryKeyForm
            email={email}
            onEmail={setEmail}
            onVerified={(token) => {
              setResetToken(token);
              goToStep('password');
            }}
          />
          <section className="card stack" data-gap="2">
            <h2>Lost your recovery key?</h2>
            <p className="small muted">Ask for a reset. An admin reviews it and contacts you on WhatsApp.</p>
            <Button variant="line" small onClick={() => goToStep('request')}>
              Request a key reset
            </Button>
          </section>
        </>
      )}
      {step === 'password' && (
        <NewPasswordForm
          resetToken={resetToken}
          onBack={backToVerify}
          onReset={() => goToSignIn(accountTexts.passwordReset)}
        />
      )}
      {step === 'request' && (
        <RecoveryKeyResetRequestForm
          email={email}
          onEmail={setEmail}
          onBack={backToVerify}
          onRequested={() => goToSignIn(accountTexts.resetRequested)}
        />
      )}
      <p className="center">
        <Link className="link" to={addReturnProductParam(screenPaths.signIn, productSlug)}>
          Back to sign in
        </Link>
      </p>
    </div>
  );
}
