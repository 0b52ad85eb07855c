import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fillFieldAtOnce } from '../../../tests/support/fill.ts';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
  sampleUser,
} from '../../../tests/support/screen-alone.tsx';
import { SignInForm } from './SignInForm.tsx';

afterEach(() => vi.useRealTimers());

const session = { success: true, message: '', token: 't', accessToken: 't', user: sampleUser };
const button = () => screen.getByRole('button', { name: 'Sign in' });

async function type(email: string, password: string): Promise<void> {
  if (email) await fillFieldAtOnce(screen.getByLabelText('Email'), email);
  if (password) await fillFieldAtOnce(screen.getByLabelText('Password'), password);
}

test('email and password are sent trimmed, from the web', async () => {
  const sent = installScriptedApi({ 'POST /api/auth/login': () => ({ json: session }) });
  const handleSignedIn = vi.fn();
  renderScreenWithoutApp(<SignInForm productSlug={null} onSignedIn={handleSignedIn} />);
  await type(' ada@example.com ', ' secretpw ');
  await userEvent.click(button());
  await vi.waitFor(() => expect(handleSignedIn).toHaveBeenCalledWith(session));
  expect(sent.map(({ body }) => body)).toEqual([
    { email: 'ada@example.com', password: 'secretpw', platform: 'web' },
  ]);
});

test('nothing is sent while a field is empty, and the focus goes to it', async () => {
  const sent = installScriptedApi({});
  renderScreenWithoutApp(<SignInForm productSlug={null} onSignedIn={vi.fn()} />);
  await type('ada@example.com', '');
  await userEvent.click(button());
  expect(screen.getByText('Password is required')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(sent).toEqual([]);
});

test("the server's refusal is shown in an alert and not tried again", async () => {
  const sent = installScriptedApi({
    'POST /api/auth/login': () =>
      createScriptedRefusal(400, 'Invalid email or password', 'invalid_credentials'),
  });
  renderScreenWithoutApp(<SignInForm productSlug={null} onSignedIn={vi.fn()} />);
  await type('ada@example.com', 'wrong');
  await userEvent.click(button());
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password');
  expect(sent).toHaveLength(1);
});

test.each([
  ['a lost answer', 'lost'],
  ['a broken server', { status: 500, json: {} }],
] as const)('%s is tried three times more, after one, two and four seconds', async (_, answer) => {
  const sent = installScriptedApi({ 'POST /api/auth/login': () => answer });
  renderScreenWithoutApp(<SignInForm productSlug={null} onSignedIn={vi.fn()} />);
  await type('ada@example.com', 'secretpw');
  vi.useFakeTimers();
  fireEvent.click(button());
  expect(screen.getByRole('button', { name: 'Signing in...' })).toBeDefined();
  for (const [passingMs, tries] of [
    [999, 1],
    [1, 2],
    [1_999, 2],
    [1, 3],
    [3_999, 3],
    [1, 4],
    [60_000, 4],
  ] as const) {
    await act(() => vi.advanceTimersByTimeAsync(passingMs));
    expect(sent).toHaveLength(tries);
  }
  expect(screen.getByRole('alert').textContent).not.toBe('');
});

test('the password can be shown and hidden', async () => {
  renderScreenWithoutApp(<SignInForm productSlug={null} onSignedIn={vi.fn()} />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect(field.type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.type).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field.type).toBe('password');
});

test('the product to return to is carried to every other form', () => {
  renderScreenWithoutApp(<SignInForm productSlug="rice-50kg" onSignedIn={vi.fn()} />);
  const words = document.body.textContent;
  expect(words).toContain('Given a temporary recovery key by an admin?Use Temporary Key');
  expect(words).toContain('New here? Sign up');
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(to('Forgot your password?')).toBe('/forgot-password?listing_url=rice-50kg');
  expect(to('Use Temporary Key')).toBe('/use-temporary-recovery-key?listing_url=rice-50kg');
  expect(to('Sign up')).toBe('/register?listing_url=rice-50kg');
});

test('a refusal without a word is told in words of the form', async () => {
  installScriptedApi({ 'POST /api/auth/login': () => ({ status: 400, json: {} }) });
  renderScreenWithoutApp(<SignInForm productSlug={null} onSignedIn={vi.fn()} />);
  await type('ada@example.com', 'secretpw');
  await userEvent.click(button());
  expect((await screen.findByRole('alert')).textContent).toBe('Sign in failed. Please try again.');
});
