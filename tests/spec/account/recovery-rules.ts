import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { signUpShopper } from '../../support/api-shopper.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { says } from '../specification.ts';

const FILL_ALL = 'Please fill in all fields';

/** Tests the rules for forgotten passwords and recovery keys. */
export function recoveryRules(phone: SimulatedPhone): void {
  const refuses = async (message: string, call: string) => {
    expect(screen.getByText(message)).toBeDefined();
    // A call begins a moment after its tap, so the test waits before it expects none.
    await act(async () => undefined);
    expect(phone.line.sentTo(call)).toEqual([]);
  };
  const ask = async (url: string, body: object, token?: string) => {
    const method = url.endsWith('update-recovery-key') ? 'PATCH' : 'POST';
    const answer = await phone.api.call<{ message: string }>({ method, url, body, ...(token && { token }) });
    return [answer.status, answer.body.message];
  };

  test(says("Verify key: both fields required ('Please fill in all fields')."), async () => {
    await phone.open('/forgot-password');
    for (const [email, key] of [
      ['', ''],
      ['ada@example.com', ' '],
      [' ', 'market day'],
    ] as const) {
      fillLabelledField('Email', email);
      fillLabelledField('Secret recovery key', key);
      tapControl('Verify key');
      await refuses(FILL_ALL, 'POST /api/auth/verify-recovery-key');
    }
    expect(await ask('/api/auth/verify-recovery-key', { email: '', secretRecoveryKey: '' })).toEqual([
      400,
      FILL_ALL,
    ]);
  });

  describe('Reset password', () => {
    const openStepTwo = async () => {
      const shopper = await signUpShopper(phone.api);
      await phone.open('/forgot-password');
      fillLabelledField('Email', shopper.email);
      fillLabelledField('Secret recovery key', shopper.recoveryKey);
      tapControl('Verify key');
      await screen.findByLabelText('New password', { selector: 'input' });
      return shopper;
    };
    const RESET = 'POST /api/auth/reset-password';
    const reset = (password: string, confirmation: string) => {
      fillLabelledField('New password', password);
      fillLabelledField('Confirm new password', confirmation);
      tapControl('Reset password');
    };

    test(says('Reset password: both fields required.'), async () => {
      await openStepTwo();
      reset('', '');
      await refuses(FILL_ALL, RESET);
      reset('abcdef', '');
      await refuses(FILL_ALL, RESET);
      reset('', 'abcdef');
      await refuses(FILL_ALL, RESET);
    });

    test(says("At least 6 characters ('Password must be at least 6 characters long')."), async () => {
      const message = 'Password must be at least 6 characters long';
      const shopper = await openStepTwo();
      const field = screen.getByLabelText('New password', { selector: 'input' });
      const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
      expect(hint?.textContent).toBe('At least 6 characters');
      reset('12345', '12345');
      await refuses(message, RESET);
      const { body } = await phone.api.call<{ resetToken: string }>({
        method: 'POST',
        url: '/api/auth/verify-recovery-key',
        body: { email: shopper.email, secretRecoveryKey: shopper.recoveryKey },
      });
      const resetToken = body.resetToken;
      expect(await ask('/api/auth/reset-password', { resetToken, newPassword: '12345' })).toEqual([
        400,
        message,
      ]);
      reset('6 sign', '6 sign');
      await waitFor(() => expect(location.pathname).toBe('/signin'));
    });

    test(says("Must match ('Passwords do not match')."), async () => {
      await openStepTwo();
      reset('123456', '123457');
      await refuses('Passwords do not match', RESET);
    });
  });

  describe('Recovery-key reset request', () => {
    const REQUEST = 'POST /api/auth/request-recovery-key-reset';
    const request = (email: string, number: string, reason: string) => {
      fillLabelledField('Email', email);
      fillLabelledField('WhatsApp number', number);
      fillLabelledField('Reason', reason);
      tapControl('Send request');
    };
    const openForm = async () => {
      await phone.open('/forgot-password');
      tapControl('Request a key reset');
    };

    test(says('Recovery-key reset request: email, phone and reason are required.'), async () => {
      await openForm();
      request('', '8035550142', 'Lost my phone');
      await refuses(FILL_ALL, REQUEST);
      request('ada@example.com', '', 'Lost my phone');
      await refuses(FILL_ALL, REQUEST);
      request('ada@example.com', '8035550142', ' ');
      await refuses(FILL_ALL, REQUEST);
      expect(
        await ask('/api/auth/request-recovery-key-reset', { email: 'a@b', phone: '+2348035550142' }),
      ).toEqual([400, FILL_ALL]);
    });

    test(
      says(
        "The phone must be +234 followed by exactly 10 digits ('Please enter a valid Nigerian phone number starting with +234 followed by 10 digits').",
      ),
      async () => {
        const message = 'Please enter a valid Nigerian phone number starting with +234 followed by 10 digits';
        await openForm();
        request('ada@example.com', '803555014', 'Lost my phone');
        await refuses(message, REQUEST);
        request('ada@example.com', '80355501423', 'Lost my phone');
        await refuses(message, REQUEST);
        request('ada@example.com', '+6591234567', 'Lost my phone');
        await refuses(message, REQUEST);
        const asked = (number: string) =>
          ask('/api/auth/request-recovery-key-reset', { email: 'a@b.c', phone: number, reason: 'Lost' });
        for (const number of ['08035550142', '+234803555014', '+23480355501423', '+234803555014x']) {
          expect(await asked(number)).toEqual([400, message]);
        }
        request('ada@example.com', '8035550142', 'Lost my phone');
        await waitFor(() => expect(location.pathname).toBe('/signin'));
      },
    );
  });

  describe('Temporary key', () => {
    const USE = 'POST /api/auth/use-temporary-recovery-key';
    const send = (values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) fillLabelledField(label, value);
      tapControl('Set new recovery key');
    };
    const good = {
      Email: 'ada@example.com',
      'Temporary key': 'ABCD-EFGH',
      'New recovery key': 'new market day',
      'Confirm new recovery key': 'new market day',
    };

    test(says('Temporary key: all fields required.'), async () => {
      await phone.open('/use-temporary-recovery-key');
      for (const label of Object.keys(good)) {
        send({ ...good, [label]: ' ' });
        await refuses(FILL_ALL, USE);
      }
    });

    test(
      says(
        "The new key needs at least 8 characters ('New recovery key must be at least 8 characters long').",
      ),
      async () => {
        const message = 'New recovery key must be at least 8 characters long';
        await phone.open('/use-temporary-recovery-key');
        send({ ...good, 'New recovery key': '1234567', 'Confirm new recovery key': '1234567' });
        await refuses(message, USE);
        const body = { email: 'ada@example.com', temporaryKey: 'ABCD', newRecoveryKey: '1234567' };
        expect(await ask('/api/auth/use-temporary-recovery-key', body)).toEqual([400, message]);
        send({ ...good, 'New recovery key': '12345678', 'Confirm new recovery key': '12345678' });
        expect(await screen.findByText('Invalid or expired temporary key')).toBeDefined();
      },
    );

    test(says("Keys must match ('Recovery keys do not match')."), async () => {
      await phone.open('/use-temporary-recovery-key');
      send({ ...good, 'Confirm new recovery key': 'new market dax' });
      await refuses('Recovery keys do not match', USE);
    });
  });

  describe('Update recovery key', () => {
    const UPDATE = 'PATCH /api/auth/update-recovery-key';
    const update = (password: string, key: string) => {
      fillLabelledField('Current password', password);
      fillLabelledField('New recovery key', key);
      tapControl('Update key');
    };

    test(says('Update recovery key (logged in): current password and new key required.'), async () => {
      const { token } = await phone.member();
      await phone.open('/edit-profile');
      update('', 'new market day');
      await refuses(FILL_ALL, UPDATE);
      update('correct horse', ' ');
      await refuses(FILL_ALL, UPDATE);
      const body = { currentPassword: '', newSecretRecoveryKey: 'new market day' };
      expect(await ask('/api/auth/update-recovery-key', body, token)).toEqual([400, FILL_ALL]);
    });

    test(says('The new key needs at least 8 characters.'), async () => {
      const message = 'New recovery key must be at least 8 characters long';
      const { token, password } = await phone.member();
      await phone.open('/edit-profile');
      update(password, '1234567');
      await refuses(message, UPDATE);
      const body = { currentPassword: password, newSecretRecoveryKey: '1234567' };
      expect(await ask('/api/auth/update-recovery-key', body, token)).toEqual([400, message]);
      update(password, '12345678');
      expect(await screen.findByText('Recovery key updated successfully')).toBeDefined();
    });
  });
}
