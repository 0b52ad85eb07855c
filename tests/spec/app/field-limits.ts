import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createSignUpBody, signUpShopper } from '../../support/api-shopper.ts';
import type { SimulatedPhone } from '../../support/phone.tsx';
import { tapControl } from '../../support/phone.tsx';
import { says } from '../specification.ts';

/** Tests the lengths of phone numbers, passwords and keys. The forms' messages belong to section 5. */
export function fieldLimits(phone: SimulatedPhone): void {
  const statusOf = async (url: string, body: object) =>
    (await phone.api.call({ method: 'POST', url, body })).status;
  const signUp = (changes: object) => statusOf('/api/auth/signup', { ...createSignUpBody(), ...changes });

  test(
    says(
      'Phone: +234, 14 characters total at signup, 10 digits after +234 for the reset request, input max length 18.',
    ),
    async () => {
      expect(await signUp({ phone: '+233803555014' })).toBe(400);
      expect(await signUp({ phone: '+234803555014' })).toBe(400);
      expect(await signUp({ phone: '+23480355501422' })).toBe(400);
      expect(await signUp({ phone: '+2348035550142' })).toBe(201);
      const reset = (number: string) =>
        statusOf('/api/auth/request-recovery-key-reset', { email: 'a@b.c', phone: number, reason: 'Lost' });
      expect(await reset('+234803555014')).toBe(400);
      expect(await reset('+2348035550142')).toBe(200);
      for (const open of [
        () => phone.open('/register'),
        async () => {
          await phone.open('/forgot-password');
          tapControl('Request a key reset');
        },
      ]) {
        await open();
        const input = screen.getByLabelText<HTMLInputElement>('WhatsApp number');
        expect(input.maxLength).toBe(18);
        expect(input.parentElement?.textContent).toContain('+234');
      }
    },
  );

  test(says('Passwords and keys: password minimum 8 at signup and 6 at reset.'), async () => {
    expect(await signUp({ password: '1234567' })).toBe(400);
    expect(await signUp({ password: '8 signs!' })).toBe(201);
    const { email, recoveryKey } = await signUpShopper(phone.api);
    const reset = async (newPassword: string) => {
      const verified = await phone.api.call<{ resetToken: string }>({
        method: 'POST',
        url: '/api/auth/verify-recovery-key',
        body: { email, secretRecoveryKey: recoveryKey },
      });
      return statusOf('/api/auth/reset-password', { resetToken: verified.body.resetToken, newPassword });
    };
    expect(await reset('12345')).toBe(400);
    expect(await reset('6 sign')).toBe(200);
  });

  test(says('Recovery key minimum 8.'), async () => {
    expect(await signUp({ secretRecoveryKey: '1234567' })).toBe(400);
    expect(await signUp({ secretRecoveryKey: '12345678' })).toBe(201);
  });
}
