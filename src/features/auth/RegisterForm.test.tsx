import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fillFieldAtOnce } from '../../../tests/support/fill.ts';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
  sampleUser,
} from '../../../tests/support/screen-alone.tsx';
import { RegisterForm } from './RegisterForm.tsx';

afterEach(() => vi.useRealTimers());

const session = { success: true, message: '', token: 't', accessToken: 't', user: sampleUser };
const button = () => screen.getByRole('button', { name: 'Sign up' });

async function fillIn(user = userEvent.setup()): Promise<void> {
  await fillFieldAtOnce(screen.getByLabelText('Name'), 'Ada Obi', user);
  await fillFieldAtOnce(screen.getByLabelText('Email'), 'ada@example.com', user);
  await fillFieldAtOnce(screen.getByLabelText('WhatsApp number'), '08035550142', user);
  await fillFieldAtOnce(screen.getByLabelText('Password'), 'secretpw', user);
  await fillFieldAtOnce(screen.getByLabelText('Confirm password'), 'secretpw', user);
  await fillFieldAtOnce(screen.getByLabelText('Secret recovery key'), 'river stone', user);
}

test('the form sends what was typed, the phone in its international form, and the code of the friend', async () => {
  const sent = installScriptedApi({ 'POST /api/auth/signup': () => ({ status: 201, json: session }) });
  const handleSignedUp = vi.fn();
  renderScreenWithoutApp(
    <RegisterForm referralCode="TUNDE19X" productSlug={null} onSignedUp={handleSignedUp} />,
  );
  await fillIn();
  await userEvent.click(button());
  await vi.waitFor(() => expect(handleSignedUp).toHaveBeenCalledWith(session));
  expect(sent.map(({ body }) => body)).toEqual([
    {
      name: 'Ada Obi',
      email: 'ada@example.com',
      phone: '+2348035550142',
      password: 'secretpw',
      secretRecoveryKey: 'river stone',
      referralCode: 'TUNDE19X',
      platform: 'web',
    },
  ]);
});

test('the form says beforehand what a secret needs, and which promises come with the account', () => {
  installScriptedApi({});
  renderScreenWithoutApp(<RegisterForm referralCode="" productSlug={null} onSignedUp={vi.fn()} />);
  const words = document.body.textContent;
  expect(words).toContain('By signing up you agree to our Terms and have read our Privacy notice.');
  expect(words).toContain('Already have an account? Log in here');
  expect(screen.getByText('At least 8 characters')).toBeDefined();
  expect(screen.getByText('At least 8 characters. You need it to reset your password.')).toBeDefined();
  for (const [name, path] of [
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
  ]) {
    const { pathname, target } = screen.getByRole<HTMLAnchorElement>('link', { name });
    expect(pathname).toBe(path);
    // A shopper who reads the promises returns to a form that still has the typed text.
    expect(target).toBe('_blank');
  }
});

test('every wrong field says why, and the first has the focus', async () => {
  const sent = installScriptedApi({});
  renderScreenWithoutApp(<RegisterForm referralCode="" productSlug={null} onSignedUp={vi.fn()} />);
  await fillFieldAtOnce(screen.getByLabelText('Name'), 'Ada');
  await userEvent.click(button());
  for (const message of [
    'Email is required',
    'Phone number is required',
    'Password is required',
    'Secret recovery key must be at least 8 characters long',
  ]) {
    expect(screen.getByText(message)).toBeDefined();
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

test('a refusal is final and told in the words of the server', async () => {
  const sent = installScriptedApi({
    'POST /api/auth/signup': () =>
      createScriptedRefusal(400, 'An account with this email already exists', 'email_taken'),
  });
  renderScreenWithoutApp(<RegisterForm referralCode="" productSlug={null} onSignedUp={vi.fn()} />);
  await fillIn();
  await userEvent.click(button());
  expect((await screen.findByRole('alert')).textContent).toBe('An account with this email already exists');
  expect(sent).toHaveLength(1);
});

test('without an answer it goes on trying under one key, says so, and can be stopped', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const sent = installScriptedApi({ 'POST /api/auth/signup': () => 'lost' });
  renderScreenWithoutApp(<RegisterForm referralCode="" productSlug={null} onSignedUp={vi.fn()} />);
  await fillIn(user);
  await user.click(button());
  expect(screen.getByRole('button', { name: 'Signing up...' })).toBeDefined();
  await screen.findByText(/Network error: Please check your internet connection and try again\./);
  expect(screen.getByText('Still trying...')).toBeDefined();
  await vi.advanceTimersByTimeAsync(3_100);
  expect(sent.length).toBeGreaterThanOrEqual(3);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  const before = sent.length;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toHaveLength(before);
});

test('a refusal without a word is told in words of the form', async () => {
  installScriptedApi({ 'POST /api/auth/signup': () => ({ status: 400, json: {} }) });
  renderScreenWithoutApp(<RegisterForm referralCode="" productSlug={null} onSignedUp={vi.fn()} />);
  await fillIn();
  await userEvent.click(button());
  expect((await screen.findByRole('alert')).textContent).toBe('Sign up failed. Please try again.');
});
