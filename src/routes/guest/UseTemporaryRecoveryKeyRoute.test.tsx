import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fillFieldAtOnce } from '../../../tests/support/fill.ts';
import { advanceFakeTime, startFrozenFakeTimers } from '../../../tests/support/phone-time.ts';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import UseTemporaryRecoveryKeyRoute from './UseTemporaryRecoveryKeyRoute.tsx';

afterEach(() => vi.useRealTimers());

test('a new key is set, the server is quoted, and two seconds later the password can be reset', async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const sent = installScriptedApi({
    'POST /api/auth/use-temporary-recovery-key': async () => {
      await held;
      return { json: { success: true, message: 'Recovery key updated successfully' } };
    },
  });
  const { place } = renderScreenWithoutApp(<UseTemporaryRecoveryKeyRoute />, {
    at: '/use-temporary-recovery-key',
    state: { tempKeyInfo: { temporaryKey: 'ABCD1234EFGH', email: 'ada@example.com' } },
  });
  await fillFieldAtOnce(screen.getByLabelText('New recovery key'), 'river stone');
  await fillFieldAtOnce(screen.getByLabelText('Confirm new recovery key'), 'river stone');
  await userEvent.click(screen.getByRole('button', { name: 'Set new recovery key' }));
  startFrozenFakeTimers();
  answer();
  while (!screen.queryByText('Recovery key updated successfully')) await advanceFakeTime(0);
  expect(sent.map(({ body }) => body)).toEqual([
    { email: 'ada@example.com', temporaryKey: 'ABCD1234EFGH', newRecoveryKey: 'river stone' },
  ]);
  await advanceFakeTime(1_999);
  expect(place.pathname).toBe('/use-temporary-recovery-key');
  await advanceFakeTime(1);
  expect(place.pathname).toBe('/forgot-password');
  expect(place.state).toEqual({
    message: 'Recovery key updated successfully! You can now reset your password.',
    email: 'ada@example.com',
    recoveryKeySet: true,
  });
});

test('keys that differ are not sent', async () => {
  const sent = installScriptedApi({});
  renderScreenWithoutApp(<UseTemporaryRecoveryKeyRoute />, {
    at: '/use-temporary-recovery-key',
    state: { tempKeyInfo: { temporaryKey: 'ABCD1234EFGH', email: 'ada@example.com' } },
  });
  await fillFieldAtOnce(screen.getByLabelText('New recovery key'), 'river stone');
  await fillFieldAtOnce(screen.getByLabelText('Confirm new recovery key'), 'river stones');
  expect(screen.getAllByRole('button', { name: 'Show recovery key' })).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Set new recovery key' }));
  expect(screen.getByRole('alert').textContent).toBe('Recovery keys do not match');
  expect(sent).toEqual([]);
});

test('the page says what it is for, until when the key works, and what is under way', async () => {
  installScriptedApi({
    'POST /api/auth/use-temporary-recovery-key': () => new Promise<never>(() => undefined),
  });
  renderScreenWithoutApp(<UseTemporaryRecoveryKeyRoute />, {
    at: '/use-temporary-recovery-key',
    state: {
      tempKeyInfo: {
        temporaryKey: 'ABCD1234EFGH',
        email: 'ada@example.com',
        expiresAt: new Date(2026, 10, 18, 15, 42).toISOString(),
      },
    },
  });
  expect(document.title).toBe('Use temporary key · Ajora');
  expect(screen.getByText('At least 8 characters')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'Use temporary key' })).toBeDefined();
  const words = [...document.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(words[0]).toBe('Set a new recovery key with the temporary key that an admin sent you on WhatsApp.');
  expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/signin');
  expect(document.body.textContent).toContain('This key works until 18/11/2026, ');
  await fillFieldAtOnce(screen.getByLabelText('New recovery key'), 'river stone');
  await fillFieldAtOnce(screen.getByLabelText('Confirm new recovery key'), 'river stone');
  await userEvent.click(screen.getByRole('button', { name: 'Set new recovery key' }));
  expect(screen.getByRole('button', { name: 'Saving...' })).toBeDefined();
});
