import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fillFieldAtOnce } from '../../../tests/support/fill.ts';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { ScreenReaderAnnouncer } from '../../ui/message/Announcer.tsx';
import ForgotPasswordRoute from './ForgotPasswordRoute.tsx';

async function verify(): Promise<void> {
  await fillFieldAtOnce(screen.getByLabelText('Email'), 'ada@example.com');
  await fillFieldAtOnce(screen.getByLabelText('Secret recovery key'), 'river stone');
  await userEvent.click(screen.getByRole('button', { name: 'Verify key' }));
}
const open = (state?: unknown) =>
  renderScreenWithoutApp(<ForgotPasswordRoute />, { at: '/forgot-password', state });

test('a verified key leads to a new password, and that to sign-in with a message', async () => {
  const sent = installScriptedApi({
    'POST /api/auth/verify-recovery-key': () => ({ json: { success: true, resetToken: 'token-1' } }),
    'POST /api/auth/reset-password': () => ({ json: { success: true, message: 'ok' } }),
  });
  const { place } = open();
  await verify();
  await fillFieldAtOnce(await screen.findByLabelText('New password'), 'newpass');
  await fillFieldAtOnce(screen.getByLabelText('Confirm new password'), 'newpass');
  await userEvent.click(screen.getByRole('button', { name: 'Reset password' }));
  await vi.waitFor(() => expect(place.pathname).toBe('/signin'));
  expect(place.state).toEqual({
    message: 'Password reset successfully! Please log in with your new password.',
  });
  expect(sent.map(({ body }) => body)).toEqual([
    { email: 'ada@example.com', secretRecoveryKey: 'river stone' },
    { resetToken: 'token-1', newPassword: 'newpass' },
  ]);
});

test('Back returns to step 1, and readers hear which step it is', async () => {
  installScriptedApi({
    'POST /api/auth/verify-recovery-key': () => ({ json: { success: true, resetToken: 'token-1' } }),
  });
  open();
  render(<ScreenReaderAnnouncer />);
  await verify();
  const back = await screen.findByRole('button', { name: 'Back' });
  const said = () => document.querySelector('[data-announcer]')?.textContent;
  await vi.waitFor(() => expect(said()).toBe('Step 2 of 2: New password'));
  const steps = screen.getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual(['1Verify key', '2New password']);
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step']);
  expect(steps.map((step) => step.querySelector('[data-current]')?.textContent)).toEqual([undefined, '2']);
  await userEvent.click(back);
  expect(screen.getByRole('list', { name: 'Step 1 of 2' })).toBeDefined();
  await vi.waitFor(() => expect(said()).toBe('Step 1 of 2: Verify key'));
});

test('each step begins at the top of the page, though the button before it was far down', async () => {
  open();
  scrollTo(0, 300);
  await userEvent.click(screen.getByRole('button', { name: 'Request a key reset' }));
  expect(scrollY).toBe(0);
  scrollTo(0, 300);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(scrollY).toBe(0);
});

test('a wrong key is told in the words of the server, an empty form in those of the app', async () => {
  installScriptedApi({
    'POST /api/auth/verify-recovery-key': () =>
      createScriptedRefusal(400, 'Invalid email or recovery key', 'invalid_recovery_key'),
  });
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Verify key' }));
  expect(screen.getByRole('alert').textContent).toBe('Please fill in all fields');
  await verify();
  expect(await screen.findByText('Invalid email or recovery key')).toBeDefined();
});

test('whatever else fails is told in one sentence, while it goes on trying', async () => {
  installScriptedApi({
    'POST /api/auth/verify-recovery-key': () => createScriptedRefusal(503, 'busy', 'internal'),
  });
  open();
  await verify();
  expect(await screen.findByText(/Failed to verify recovery key\. Please try again\./)).toBeDefined();
  expect(screen.queryByText(/busy/)).toBeNull();
});

test('a reset of the key is asked for, and the shopper is sent to sign-in', async () => {
  const sent = installScriptedApi({
    'POST /api/auth/request-recovery-key-reset': () => ({ json: { success: true, message: 'ok' } }),
  });
  const { place } = open();
  await userEvent.click(screen.getByRole('button', { name: 'Request a key reset' }));
  await fillFieldAtOnce(screen.getByLabelText('Email'), 'ada@example.com');
  await fillFieldAtOnce(screen.getByLabelText('WhatsApp number'), '0803555014');
  await fillFieldAtOnce(screen.getByLabelText('Reason'), 'Lost my key');
  await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
  expect(screen.getByRole('alert').textContent).toBe(
    'Please enter a valid Nigerian phone number starting with +234 followed by 10 digits',
  );
  await fillFieldAtOnce(screen.getByLabelText('WhatsApp number'), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
  await vi.waitFor(() => expect(place.pathname).toBe('/signin'));
  expect((place.state as { message: string }).message).toMatch(/admin will review it.*WhatsApp/);
  expect(sent[0]?.body).toEqual({
    email: 'ada@example.com',
    phone: '+2348035550142',
    reason: 'Lost my key',
  });
});

test('message and email come with the navigation', () => {
  open({
    message: 'Recovery key updated successfully! You can now reset your password.',
    email: 'ada@example.com',
    recoveryKeySet: true,
  });
  expect(screen.getByRole('status').textContent).toBe(
    'Recovery key updated successfully! You can now reset your password.',
  );
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
});

test('without a key the page says who helps, and leads back to sign-in', () => {
  open();
  const help = screen.getByRole('heading', { name: 'Lost your recovery key?' }).nextSibling;
  expect(help?.textContent).toBe('Ask for a reset. An admin reviews it and contacts you on WhatsApp.');
  expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/signin');
});

test('while an answer is awaited each step says what is under way', async () => {
  const wait = () => new Promise<never>(() => undefined);
  let isHeld = true;
  installScriptedApi({
    'POST /api/auth/verify-recovery-key': () =>
      isHeld ? wait() : { json: { success: true, resetToken: 'token-1' } },
    'POST /api/auth/reset-password': wait,
    'POST /api/auth/request-recovery-key-reset': wait,
  });
  let page = open();
  await verify();
  expect(screen.getByRole('button', { name: 'Verifying...' })).toBeDefined();
  page.unmount();
  isHeld = false;
  page = open();
  await verify();
  await fillFieldAtOnce(await screen.findByLabelText('New password'), 'newpass');
  await fillFieldAtOnce(screen.getByLabelText('Confirm new password'), 'newpass');
  await userEvent.click(screen.getByRole('button', { name: 'Reset password' }));
  expect(screen.getByRole('button', { name: 'Saving...' })).toBeDefined();
  // An abort would leave the shopper on step 1 with a password that may be changed.
  expect(screen.getByRole('button', { name: 'Back' })).toHaveProperty('disabled', true);
  page.unmount();
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Request a key reset' }));
  await fillFieldAtOnce(screen.getByLabelText('Email'), 'ada@example.com');
  await fillFieldAtOnce(screen.getByLabelText('WhatsApp number'), '08035550142');
  await fillFieldAtOnce(screen.getByLabelText('Reason'), 'Lost my key');
  await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
  expect(screen.getByRole('button', { name: 'Sending...' })).toBeDefined();
});
