import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createSignUpBody, signUpShopper } from '../../support/api-shopper.ts';
import {
  fillLabelledField,
  listVisibleToasts,
  type SimulatedPhone,
  tapControl,
} from '../../support/phone.tsx';
import { fillSignUpForm } from '../../support/sign-up-form.ts';
import { BROKEN, refusal, SILENT } from '../broken.ts';
import { says } from '../specification.ts';

/** Tests how failures of sessions, signing in and recovery are shown. */
export function accountFailures(phone: SimulatedPhone): void {
  /** Reads what the page says about a failure. */
  const alerts = () =>
    [...document.querySelectorAll('[role=alert], [role=status]')].map((e) => e.textContent ?? '');
  const told = (words: string) =>
    waitFor(() => expect(alerts().some((text) => text.includes(words))).toBe(true));
  /**
   * Makes a call fail in every way except a refusal. All failures show the same sentence, and never the server's text.
   */
  const failsAs = async (call: string, sentence: string, act: () => Promise<void> | void) => {
    for (const fault of [BROKEN, SILENT, 'no line'] as const) {
      phone.line.reset();
      phone.line.fail(call, fault);
      await act();
      await told(sentence);
      expect(document.body.textContent).not.toContain('The till is on fire');
    }
  };
  const refusedAs = async (call: string, act: () => Promise<void> | void) => {
    phone.line.reset();
    phone.line.fail(call, refusal('Not like that, please'));
    await act();
    await told('Not like that, please');
  };

  describe('401 on any call', () => {
    test(
      says('401 on any call: refresh the token and retry once, otherwise log out and go to /.'),
      async () => {
        const shopper = await phone.member();
        phone.signIn({ ...shopper, token: 'expired' });
        await phone.open('/wallet');
        expect(await screen.findByText('Wallet Balance')).toBeDefined();
        const wallets = phone.line.sentTo('GET /api/wallet');
        expect(wallets.map(({ answer }) => answer?.status)).toEqual([401, 200]);
        expect(phone.line.sentTo('POST /api/auth/refresh')).toHaveLength(1);

        phone.signIn({ ...shopper, token: 'expired', cookies: {} });
        await phone.open('/wallet');
        await waitFor(() => expect(location.pathname).toBe('/'));
        expect(phone.line.sentTo('POST /api/auth/refresh')).toHaveLength(1);
        expect(phone.line.sentTo('GET /api/wallet')).toHaveLength(1);
        expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
      },
    );

    test(says("Cart 401: 'Session expired. Please login again.' and go to /signin."), async () => {
      const shopper = await phone.member();
      phone.signIn({ ...shopper, token: 'expired', cookies: {} });
      await phone.open('/cart');
      await waitFor(() => expect(location.pathname).toBe('/signin'));
      expect((await screen.findAllByText('Session expired. Please login again.')).length).toBeGreaterThan(0);
    });
  });

  test(says('Sign-in failure: the server message is shown in a red box.'), async () => {
    await phone.open('/signin');
    fillLabelledField('Email', 'ada@example.com');
    fillLabelledField('Password', 'wrong horse');
    tapControl('Sign in');
    const box = await screen.findByRole('alert');
    expect(box.textContent).toBe('Invalid email or password');
    expect(box.dataset.kind).toBe('error');
  });

  describe('Signup', () => {
    const SIGN_UP = 'POST /api/auth/signup';
    const signUp = async () => {
      const person = createSignUpBody();
      await phone.open('/register');
      fillSignUpForm(person);
      tapControl('Sign up');
    };

    test(says('Signup: on 400 the server message is shown.'), async () => {
      await refusedAs(SIGN_UP, signUp);
      const { email } = await signUpShopper(phone.api);
      phone.line.reset();
      await phone.open('/register');
      const person = createSignUpBody();
      for (const [label, value] of [
        ['Name', 'Ada'],
        ['Email', email],
        ['WhatsApp number', person.phone],
        ['Password', 'correct horse'],
        ['Confirm password', 'correct horse'],
        ['Secret recovery key', 'market day'],
      ] as const) {
        fillLabelledField(label, value ?? '');
      }
      tapControl('Sign up');
      await told('An account with this email already exists');
    });

    test(says('Other failures show the server msg field.'), async () => {
      phone.line.fail(SIGN_UP, { status: 500, body: { success: false, msg: 'We are closed today' } });
      await signUp();
      await told('We are closed today');
    });
  });

  test(
    says(
      "Verify key: on 400 the server message, otherwise 'Failed to verify recovery key. Please try again.'",
    ),
    async () => {
      const CALL = 'POST /api/auth/verify-recovery-key';
      const verify = async () => {
        await phone.open('/forgot-password');
        fillLabelledField('Email', 'ada@example.com');
        fillLabelledField('Secret recovery key', 'market day');
        tapControl('Verify key');
      };
      await verify();
      await told('Invalid email or recovery key');
      await refusedAs(CALL, verify);
      await failsAs(CALL, 'Failed to verify recovery key. Please try again.', verify);
    },
  );

  test(says("Reset password: 'Failed to reset password. Please try again.'"), async () => {
    const { email, recoveryKey } = await signUpShopper(phone.api);
    await failsAs(
      'POST /api/auth/reset-password',
      'Failed to reset password. Please try again.',
      async () => {
        await phone.open('/forgot-password');
        fillLabelledField('Email', email);
        fillLabelledField('Secret recovery key', recoveryKey);
        tapControl('Verify key');
        await screen.findByLabelText('New password', { selector: 'input' });
        fillLabelledField('New password', 'new horse');
        fillLabelledField('Confirm new password', 'new horse');
        tapControl('Reset password');
      },
    );
  });

  test(says("Request reset: 'Failed to submit recovery key reset request. Please try again.'"), async () => {
    const sentence = 'Failed to submit recovery key reset request. Please try again.';
    await failsAs('POST /api/auth/request-recovery-key-reset', sentence, async () => {
      await phone.open('/forgot-password');
      tapControl('Request a key reset');
      fillLabelledField('Email', 'ada@example.com');
      fillLabelledField('WhatsApp number', '8035550142');
      fillLabelledField('Reason', 'Lost it');
      tapControl('Send request');
    });
  });

  test(
    says("Temporary key and update recovery key: 'Failed to update recovery key. Please try again.'"),
    async () => {
      const sentence = 'Failed to update recovery key. Please try again.';
      await failsAs('POST /api/auth/use-temporary-recovery-key', sentence, async () => {
        await phone.open('/use-temporary-recovery-key');
        fillLabelledField('Email', 'ada@example.com');
        fillLabelledField('Temporary key', 'ABCDEFGH');
        fillLabelledField('New recovery key', 'new market day');
        fillLabelledField('Confirm new recovery key', 'new market day');
        tapControl('Set new recovery key');
      });
      const { password } = await phone.member();
      const update = async () => {
        await phone.open('/edit-profile');
        fillLabelledField('Current password', password);
        fillLabelledField('New recovery key', 'new market day');
        tapControl('Update key');
      };
      await failsAs('PATCH /api/auth/update-recovery-key', sentence, update);
      await refusedAs('PATCH /api/auth/update-recovery-key', update);
      expect(listVisibleToasts()).toEqual([]);
    },
  );

  test(says('Server error codes: not shown.'), async () => {
    await phone.open('/signin');
    fillLabelledField('Email', 'ada@example.com');
    fillLabelledField('Password', 'wrong horse');
    tapControl('Sign in');
    await screen.findByRole('alert');
    const [answer] = phone.line.sentTo('POST /api/auth/login');
    expect(answer?.answer?.body.code).toMatch(/^[a-z_]+$/);
    expect(document.body.textContent).not.toContain(String(answer?.answer?.body.code));
    expect(document.body.textContent).not.toMatch(/HTTP|\b400\b/);
  });
}
