import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { signUpShopper } from '../../support/api-shopper.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { says } from '../specification.ts';

/** Tests the screens for visitors who are not signed in, and the two static ones. */
export function guestScreens(phone: SimulatedPhone): void {
  const input = (label: string | RegExp) =>
    screen.getByLabelText(label, { selector: 'input, textarea' }) as HTMLInputElement;
  const follow = (name: string) => {
    const link = screen.getByRole('main').querySelectorAll<HTMLAnchorElement>('a');
    return [...link].find(({ textContent }) => textContent === name)?.getAttribute('href');
  };

  describe('Sign-in', () => {
    test(says("Heading 'Sign in to your account'."), async () => {
      await phone.open('/signin');
      expect(screen.getByRole('heading', { level: 1, name: 'Sign in to your account' })).toBeDefined();
    });

    test(says('Email and password fields with a show/hide password toggle.'), async () => {
      await phone.open('/signin');
      expect(input('Email').type).toBe('email');
      expect(input('Password').type).toBe('password');
      tapControl('Show password');
      expect(input('Password').type).toBe('text');
      tapControl('Hide password');
      expect(input('Password').type).toBe('password');
    });

    test(
      says(
        "Links: /forgot-password ('Forgot your password?'), /use-temporary-recovery-key ('Use Temporary Key', for those given a temporary recovery key by an admin), and /register ('Sign up').",
      ),
      async () => {
        await phone.open('/signin');
        expect(follow('Forgot your password?')).toBe('/forgot-password');
        expect(follow('Use Temporary Key')).toBe('/use-temporary-recovery-key');
        expect(follow('Sign up')).toBe('/register');
        expect(screen.getByText(/Given a temporary recovery key by an admin\?/)).toBeDefined();
      },
    );

    test(says('It may receive an optional message in navigation state.'), async () => {
      await phone.open('/signin', { message: 'Welcome back from the village.' });
      expect(screen.getByText('Welcome back from the village.')).toBeDefined();
      await phone.open('/signin');
      expect(screen.queryByText('Welcome back from the village.')).toBeNull();
    });
  });

  describe('Register', () => {
    test(says('Sign-up form.'), async () => {
      await phone.open('/register');
      const labels = [
        'Name',
        'Email',
        'WhatsApp number',
        'Password',
        'Confirm password',
        'Secret recovery key',
        /^Referral code/,
      ];
      for (const label of labels) expect(input(label)).toBeDefined();
      expect(screen.getByRole('button', { name: 'Sign up' })).toBeDefined();
    });

    test(says('The optional query parameter ref prefills the referral code.'), async () => {
      await phone.open('/register?ref=ABCD2345');
      expect(input(/^Referral code/).value).toBe('ABCD2345');
      localStorage.clear();
      await phone.open('/register');
      expect(input(/^Referral code/).value).toBe('');
    });

    test(says("It links back to /signin ('Log in here')."), async () => {
      await phone.open('/register');
      expect(follow('Log in here')).toBe('/signin');
    });
  });

  describe('Forgot password', () => {
    test(
      says('Three steps: verify the recovery key, set a new password, and request a recovery-key reset.'),
      async () => {
        const shopper = await signUpShopper(phone.api);
        await phone.open('/forgot-password');
        fillLabelledField('Email', shopper.email);
        fillLabelledField('Secret recovery key', shopper.recoveryKey);
        tapControl('Verify key');
        await screen.findByLabelText('New password', { selector: 'input' });
        expect(screen.getByRole('button', { name: 'Reset password' })).toBeDefined();
        await phone.open('/forgot-password');
        tapControl('Request a key reset');
        expect(input('Reason')).toBeDefined();
        expect(input('WhatsApp number')).toBeDefined();
        expect(screen.getByRole('button', { name: 'Send request' })).toBeDefined();
      },
    );

    test(says('It accepts the navigation state values message, email and recoveryKeySet.'), async () => {
      const state = { message: 'The key was set.', email: 'ada@example.com' };
      const kind = () =>
        screen.getByText('The key was set.').closest('[data-kind]')?.getAttribute('data-kind');
      await phone.open('/forgot-password', { ...state, recoveryKeySet: true });
      expect(input('Email').value).toBe('ada@example.com');
      expect(kind()).toBe('success');
      await phone.open('/forgot-password', { ...state, recoveryKeySet: false });
      expect(kind()).toBe('info');
    });
  });

  describe('Use temporary recovery key', () => {
    test(says('Sets a new recovery key using a temporary key.'), async () => {
      await phone.open('/use-temporary-recovery-key');
      fillLabelledField('Email', 'ada@example.com');
      fillLabelledField('Temporary key', 'ABCD-EFGH-JKMN');
      fillLabelledField('New recovery key', 'the river in june');
      fillLabelledField('Confirm new recovery key', 'the river in june');
      tapControl('Set new recovery key');
      const call = 'POST /api/auth/use-temporary-recovery-key';
      await waitFor(() =>
        expect(phone.line.sentTo(call).map(({ body }) => body)).toEqual([
          { email: 'ada@example.com', temporaryKey: 'ABCD-EFGH-JKMN', newRecoveryKey: 'the river in june' },
        ]),
      );
      expect(await screen.findByText('Invalid or expired temporary key')).toBeDefined();
    });

    test(
      says('It may receive tempKeyInfo (temporaryKey, expiresAt, email) in navigation state.'),
      async () => {
        await phone.open('/use-temporary-recovery-key', {
          tempKeyInfo: {
            temporaryKey: 'ABCD-EFGH-JKMN',
            expiresAt: '2026-11-20T09:14:00.000Z',
            email: 'ada@example.com',
          },
        });
        expect(input('Email').value).toBe('ada@example.com');
        expect(input('Temporary key').value).toBe('ABCD-EFGH-JKMN');
        expect(screen.getByText(/^This key works until .*2026/)).toBeDefined();
      },
    );
  });

  describe('About and Contact', () => {
    test(says('Static text.'), async () => {
      for (const [path, words] of [
        [
          '/about',
          [
            'Join group-buy deals',
            'Track deal progress',
            'Share deals with friends',
            'Get limited-time discounts',
          ],
        ],
        ['/contact', ['Address', 'Email', 'Phone', 'Hours']],
      ] as const) {
        await phone.open(path);
        for (const name of words) expect(await screen.findByRole('heading', { name })).toBeDefined();
        const main = screen.getByRole('main');
        expect(main.querySelectorAll('input, textarea, select, button')).toHaveLength(0);
      }
    });

    test(
      says(
        'Contact shows a Lagos street address, an info mailbox, a phone line, and hours Monday-Friday 9am-6pm WAT, with a reply within 24 hours.',
      ),
      async () => {
        await phone.open('/contact');
        expect((await screen.findByText(/\d+ .*Street.*Lagos/)).textContent).toBeDefined();
        const mail = screen.getByRole('link', { name: /^info@/ });
        expect(mail.getAttribute('href')).toBe(`mailto:${mail.textContent}`);
        const line = screen.getByRole('link', { name: /^\+234/ });
        expect(line.getAttribute('href')).toBe(`tel:${line.textContent?.replaceAll(' ', '')}`);
        expect(screen.getByText('Monday-Friday 9am-6pm WAT')).toBeDefined();
        expect(screen.getByText('We reply within 24 hours.')).toBeDefined();
      },
    );
  });
}
