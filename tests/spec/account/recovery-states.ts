import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type SignedUpApiShopper, signUpShopper } from '../../support/api-shopper.ts';
import { runOpsCommandInTest } from '../../support/ops.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, startAdvancingFakeTimers } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

const RESET_DONE = 'Password reset successfully! Please log in with your new password.';
const KEY_DONE = 'Recovery key updated successfully! You can now reset your password.';

/** Tests the way back into an account, with and without the recovery key. */
export function recoveryStates(phone: SimulatedPhone): void {
  const verify = async (shopper: SignedUpApiShopper, key = shopper.recoveryKey) => {
    if (!screen.queryByLabelText('Email')) await phone.open('/forgot-password');
    fillLabelledField('Email', shopper.email);
    fillLabelledField('Secret recovery key', key);
    tapControl('Verify key');
    await screen.findByLabelText('New password', { selector: 'input' });
  };
  const setPassword = async (password: string) => {
    fillLabelledField('New password', password);
    fillLabelledField('Confirm new password', password);
    tapControl('Reset password');
    await waitFor(() => expect(location.pathname).toBe('/signin'));
  };
  const login = async (shopper: SignedUpApiShopper, password: string) =>
    (
      await phone.api.call({
        method: 'POST',
        url: '/api/auth/login',
        body: { email: shopper.email, password, platform: 'web' },
      })
    ).status;
  const requestReset = async (shopper: SignedUpApiShopper) => {
    await phone.open('/forgot-password');
    tapControl('Request a key reset');
    fillLabelledField('Email', shopper.email);
    fillLabelledField('WhatsApp number', shopper.phone);
    fillLabelledField(/^Reason/, 'I lost my phone');
    tapControl(/^(Send|Request)/);
    await waitFor(() => expect(location.pathname).toBe('/signin'));
  };
  const approve = async (shopper: SignedUpApiShopper) => {
    const { data } = await runOpsCommandInTest<{ id: string; email: string }[]>(
      phone.api,
      'recovery',
      'list',
    );
    const id = data.find(({ email }) => email === shopper.email)?.id ?? '';
    return (
      await runOpsCommandInTest<{ temporaryKey: string; whatsapp: string }>(
        phone.api,
        'recovery',
        'approve',
        id,
      )
    ).data;
  };

  describe('Password reset', () => {
    test(says('Email plus recovery key are verified, giving a resetToken.'), async () => {
      const shopper = await signUpShopper(phone.api);
      await verify(shopper);
      const [sent] = phone.line.sentTo('POST /api/auth/verify-recovery-key');
      expect(sent?.body).toEqual({ email: shopper.email, secretRecoveryKey: shopper.recoveryKey });
      const answer = await phone.api.call<{ resetToken: string }>({
        method: 'POST',
        url: '/api/auth/verify-recovery-key',
        body: { email: shopper.email, secretRecoveryKey: shopper.recoveryKey },
      });
      expect(answer.status).toBe(200);
      expect(answer.body.resetToken.length).toBeGreaterThan(20);
    });

    test(says('A new password is entered.'), async () => {
      const shopper = await signUpShopper(phone.api);
      await verify(shopper);
      await setPassword('harmattan 26');
      expect(await login(shopper, shopper.password)).toBe(400);
      expect(await login(shopper, 'harmattan 26')).toBe(200);
    });

    test(
      says(
        "Success goes to /signin with the message 'Password reset successfully! Please log in with your new password.'.",
      ),
      async () => {
        await verify(await signUpShopper(phone.api));
        await setPassword('harmattan 27');
        expect(await screen.findByText(RESET_DONE)).toBeDefined();
        expect(screen.getByRole('heading', { name: 'Sign in to your account' })).toBeDefined();
      },
    );

    test(says('A back button returns to step 1 and clears the token.'), async () => {
      const [first, second] = [await signUpShopper(phone.api), await signUpShopper(phone.api)];
      await verify(first);
      tapControl('Back');
      expect(screen.getByLabelText('Secret recovery key', { selector: 'input' })).toBeDefined();
      expect(screen.queryByLabelText('New password')).toBeNull();
      await verify(second);
      await setPassword('harmattan 28');
      // The second token was used: only the second account's password changed.
      expect(await login(first, first.password)).toBe(200);
      expect(await login(second, 'harmattan 28')).toBe(200);
    });

    test(says('A recovery-key reset is requested and goes to admin review.'), async () => {
      const shopper = await signUpShopper(phone.api);
      await requestReset(shopper);
      const { data } = await runOpsCommandInTest<{ email: string; reason: string; status: string }[]>(
        phone.api,
        'recovery',
        'list',
      );
      expect(data.filter(({ email }) => email === shopper.email)).toEqual([
        expect.objectContaining({ reason: 'I lost my phone', status: 'open' }),
      ]);
    });

    test(
      says(
        'Success redirects to /signin with a message that an admin will review it and contact the user via WhatsApp.',
      ),
      async () => {
        await requestReset(await signUpShopper(phone.api));
        const words = 'Your request has been sent. An admin will review it and contact you via WhatsApp.';
        expect(await screen.findByText(words)).toBeDefined();
      },
    );

    test(says('If approved, a temporary key is sent via WhatsApp.'), async () => {
      const shopper = await signUpShopper(phone.api);
      await requestReset(shopper);
      const { temporaryKey, whatsapp } = await approve(shopper);
      const link = new URL(whatsapp);
      expect(link.origin + link.pathname).toBe(`https://wa.me/${shopper.phone.slice(1)}`);
      expect(link.searchParams.get('text')).toContain(temporaryKey);
    });

    const useTemporaryKey = async (shopper: SignedUpApiShopper, newKey: string) => {
      await requestReset(shopper);
      const { temporaryKey } = await approve(shopper);
      await phone.open('/use-temporary-recovery-key');
      fillLabelledField('Email', shopper.email);
      fillLabelledField('Temporary key', temporaryKey);
      fillLabelledField('New recovery key', newKey);
      fillLabelledField('Confirm new recovery key', newKey);
      startAdvancingFakeTimers();
      tapControl('Set new recovery key');
    };

    test(
      says(
        "The user sets a new recovery key with it, sees the server message, and after 2 s goes to /forgot-password with the message 'Recovery key updated successfully! You can now reset your password.'.",
      ),
      async () => {
        const shopper = await signUpShopper(phone.api);
        await useTemporaryKey(shopper, 'the river in june');
        await screen.findByText('Recovery key updated successfully');
        const sinceMs = Date.now();
        expect(location.pathname).toBe('/use-temporary-recovery-key');
        await advanceFakeTime(1_500);
        expect(location.pathname).toBe('/use-temporary-recovery-key');
        await waitFor(() => expect(location.pathname).toBe('/forgot-password'));
        expect(Date.now() - sinceMs).toBeGreaterThanOrEqual(1_800);
        expect(Date.now() - sinceMs).toBeLessThan(2_600);
        expect(await screen.findByText(KEY_DONE)).toBeDefined();
        expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe(shopper.email);
      },
    );

    test(says('The password is then reset normally.'), async () => {
      const shopper = await signUpShopper(phone.api);
      await useTemporaryKey(shopper, 'the river in july');
      await screen.findByText('Recovery key updated successfully');
      await advanceFakeTime(2_000);
      await screen.findByText(KEY_DONE);
      await verify(shopper, 'the river in july');
      await setPassword('harmattan 29');
      expect(await login(shopper, 'harmattan 29')).toBe(200);
    });
  });
}
