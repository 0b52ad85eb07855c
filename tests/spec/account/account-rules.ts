import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createSignUpBody } from '../../support/api-shopper.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { says } from '../specification.ts';

const SIGN_UP = 'POST /api/auth/signup';

/** Tests the rules of signing in and signing up. */
export function accountRules(phone: SimulatedPhone): void {
  describe('Sign-in', () => {
    test(says('Sign-in: email and password are required and trimmed.'), async () => {
      await phone.open('/signin');
      tapControl('Sign in');
      expect(screen.getByText('Email is required')).toBeDefined();
      expect(screen.getByText('Password is required')).toBeDefined();
      await act(async () => undefined);
      expect(phone.line.sentTo('POST /api/auth/login')).toEqual([]);
      fillLabelledField('Email', ' ada@example.com ');
      fillLabelledField('Password', ' correct horse ');
      tapControl('Sign in');
      await waitFor(() =>
        expect(phone.line.sentTo('POST /api/auth/login')[0]?.body).toEqual({
          email: 'ada@example.com',
          password: 'correct horse',
          platform: 'web',
        }),
      );
    });

    test(says('The email field has the email type.'), async () => {
      await phone.open('/signin');
      expect((screen.getByLabelText('Email') as HTMLInputElement).type).toBe('email');
    });
  });

  describe('Register', () => {
    const person: Record<string, string> = { ...createSignUpBody(), phone: '+2348035550142' };
    const openForm = async (changes: Record<string, string> = {}) => {
      const input = { ...person, ...changes };
      await phone.open('/register');
      fillLabelledField('Name', input.name ?? '');
      fillLabelledField('Email', input.email ?? '');
      fillLabelledField('WhatsApp number', input.phone ?? '');
      fillLabelledField('Password', input.password ?? '');
      fillLabelledField('Confirm password', changes.confirmation ?? input.password ?? '');
      fillLabelledField('Secret recovery key', input.secretRecoveryKey ?? '');
      fillLabelledField(/^Referral code/, input.referralCode ?? '');
    };
    const send = async (changes: Record<string, string>) => {
      await openForm(changes);
      tapControl('Sign up');
    };
    /** Sends the same values to the server, which must refuse whatever the form refuses. */
    const askServer = async (changes: Record<string, string>) => {
      const body = { ...createSignUpBody(), ...changes };
      const answer = await phone.api.call<{ message: string }>({
        method: 'POST',
        url: '/api/auth/signup',
        body,
      });
      return [answer.status, answer.body.message];
    };
    const refused = async (changes: Record<string, string>, message: string) => {
      await send(changes);
      expect(screen.getByText(message)).toBeDefined();
      // A call begins a moment after its tap, so the test waits before it expects none.
      await act(async () => undefined);
      expect(phone.line.sentTo(SIGN_UP)).toEqual([]);
    };

    test(says('Name, email and password are required.'), async () => {
      await refused({ name: '  ' }, 'Name is required');
      await refused({ email: '' }, 'Email is required');
      await refused({ password: '' }, 'Password is required');
      expect(await askServer({ name: ' ' })).toEqual([400, 'Name is required']);
      expect(await askServer({ email: '' })).toEqual([400, 'Email is required']);
      expect(await askServer({ password: '' })).toEqual([400, 'Password is required']);
    });

    test(says('The referral code is optional.'), async () => {
      await send({ email: `no.code.${Date.now()}@example.com`, phone: '+2348035550143' });
      await waitFor(() => expect(phone.line.sentTo(SIGN_UP)).toHaveLength(1));
      expect(phone.line.sentTo(SIGN_UP)[0]?.body).not.toHaveProperty('referralCode');
      await waitFor(() => expect(location.pathname).toBe('/'));
      expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ name: 'Ada Obi' });
    });

    test(says('Inputs are trimmed.'), async () => {
      await send({
        name: ' Ada Obi ',
        email: ' trimmed@example.com ',
        phone: '+2348035550144',
        password: ' correct horse ',
        secretRecoveryKey: ' market day ',
        referralCode: ' NOBODY00 ',
      });
      await waitFor(() => expect(phone.line.sentTo(SIGN_UP)).toHaveLength(1));
      expect(phone.line.sentTo(SIGN_UP)[0]?.body).toEqual({
        name: 'Ada Obi',
        email: 'trimmed@example.com',
        phone: '+2348035550144',
        password: 'correct horse',
        secretRecoveryKey: 'market day',
        referralCode: 'NOBODY00',
        platform: 'web',
      });
      await waitFor(() => expect(location.pathname).toBe('/'));
    });

    test(says("Phone is required ('Phone number is required')."), async () => {
      await refused({ phone: '' }, 'Phone number is required');
      expect(await askServer({ phone: '' })).toEqual([400, 'Phone number is required']);
    });

    test(
      says("It must start with +234 ('Please enter a valid Nigerian WhatsApp number starting with +234')."),
      async () => {
        const message = 'Please enter a valid Nigerian WhatsApp number starting with +234';
        for (const foreign of ['+6591234567', '+447911123456', '0065 9123 4567']) {
          await refused({ phone: foreign }, message);
        }
        expect(await askServer({ phone: '+2338035550142' })).toEqual([400, message]);
        expect(await askServer({ phone: '08035550142' })).toEqual([400, message]);
      },
    );

    test(
      says(
        "The total length must be exactly 14 characters ('Please enter a valid 11-digit Nigerian phone number').",
      ),
      async () => {
        const message = 'Please enter a valid 11-digit Nigerian phone number';
        await refused({ phone: '803555014' }, message);
        await refused({ phone: '80355501423' }, message);
        expect(await askServer({ phone: '+234803555014' })).toEqual([400, message]);
        expect(await askServer({ phone: '+23480355501423' })).toEqual([400, message]);
        expect((await askServer({ phone: '+2348035550149' }))[0]).toBe(201);
      },
    );

    test(
      says(
        "The secret recovery key needs at least 8 characters ('Secret recovery key must be at least 8 characters long').",
      ),
      async () => {
        const message = 'Secret recovery key must be at least 8 characters long';
        await refused({ secretRecoveryKey: '1234567' }, message);
        expect(await askServer({ secretRecoveryKey: '1234567' })).toEqual([400, message]);
        expect((await askServer({ secretRecoveryKey: '12345678' }))[0]).toBe(201);
      },
    );

    test(says("Password and confirmation must match ('Password does not match')."), async () => {
      await refused({ confirmation: 'correct horsf' }, 'Password does not match');
    });

    test(says('The password has minimum length 8 in the form.'), async () => {
      await openForm();
      expect((screen.getByLabelText('Password', { selector: 'input' }) as HTMLInputElement).minLength).toBe(
        8,
      );
      await refused(
        { password: '1234567', confirmation: '1234567' },
        'Password must be at least 8 characters long',
      );
      expect((await askServer({ password: '1234567' }))[0]).toBe(400);
      expect((await askServer({ password: '8 signs!' }))[0]).toBe(201);
    });

    test(
      says(
        'The phone input defaults to Nigeria in international format, with the calling code not editable and a max length of 18.',
      ),
      async () => {
        await phone.open('/register');
        const input = screen.getByLabelText('WhatsApp number') as HTMLInputElement;
        expect(input.type).toBe('tel');
        expect(input.maxLength).toBe(18);
        expect(input.value).toBe('');
        // The country code is text in front of the field.
        expect(input.parentElement?.firstElementChild?.textContent).toBe('+234');
        expect(input.parentElement?.querySelectorAll('input')).toHaveLength(1);
        await send({ email: 'local.form@example.com', phone: '0803 555 0151' });
        await waitFor(() => expect(phone.line.sentTo(SIGN_UP)).toHaveLength(1));
        expect(phone.line.sentTo(SIGN_UP)[0]?.body).toMatchObject({ phone: '+2348035550151' });
      },
    );
  });
}
