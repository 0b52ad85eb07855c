import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  type ApiScript,
  ada,
  catchToasts,
  refusal,
  scriptApi,
  signInOnStage,
  stage,
} from '../../tests/support/screen-stage.tsx';
import { getSession } from '../lib/session.ts';
import { EditProfileRoute } from './EditProfileRoute.tsx';

beforeEach(() => signInOnStage());

function openProfile(script: ApiScript) {
  const sent = scriptApi(script);
  return { sent, ...stage(<EditProfileRoute />, { at: '/edit-profile' }) };
}

test('a new name is saved, kept in the session, and leads back to the account', async () => {
  const { sent, place } = openProfile({
    'PATCH /api/auth/update-name': () => ({
      json: { success: true, user: { ...ada, name: 'Ada Bello' } },
    }),
  });
  const name = screen.getByLabelText('Full name');
  await userEvent.clear(name);
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByText('Name is required')).toBeDefined();
  await userEvent.type(name, ' Ada Bello ');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await vi.waitFor(() => expect(place.pathname).toBe('/account'));
  expect(sent.map(({ body }) => body)).toEqual([{ name: 'Ada Bello' }]);
  expect(getSession()).toMatchObject({ user: { name: 'Ada Bello', email: ada.email } });
});

test('a new recovery key needs the current password, and the server is quoted', async () => {
  let isWrong = true;
  const { sent } = openProfile({
    'PATCH /api/auth/update-recovery-key': () =>
      isWrong
        ? refusal(400, 'Current password is incorrect', 'wrong_current_password')
        : { json: { success: true, message: 'Recovery key updated successfully' } },
  });
  const card = within(screen.getByRole('form', { name: 'Update Secret Recovery Key' }));
  const update = card.getByRole('button', { name: 'Update key' });
  await userEvent.click(update);
  expect(card.getByRole('alert').textContent).toBe('Please fill in all fields');
  await userEvent.type(card.getByLabelText('Current password'), 'secretpw');
  await userEvent.type(card.getByLabelText('New recovery key'), 'river');
  await userEvent.click(update);
  expect(card.getByRole('alert').textContent).toBe('New recovery key must be at least 8 characters long');
  await userEvent.type(card.getByLabelText('New recovery key'), ' stone');
  await userEvent.click(update);
  expect(await card.findByText('Current password is incorrect')).toBeDefined();
  expect(getSession()).toMatchObject({ status: 'member' });
  isWrong = false;
  await userEvent.click(update);
  expect(await card.findByText('Recovery key updated successfully')).toBeDefined();
  expect(sent.at(-1)?.body).toEqual({
    currentPassword: 'secretpw',
    newSecretRecoveryKey: 'river stone',
  });
});

test('whether others read the name is the account’s choice, whether pop-ups show is the phone’s', async () => {
  const { sent } = openProfile({
    'PATCH /api/auth/preferences': () => ({
      json: { success: true, user: { ...ada, socialProof: false } },
    }),
  });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show my first name when I join' }));
  await vi.waitFor(() => expect(getSession()).toMatchObject({ user: { socialProof: false } }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Show who just joined/ }));
  expect(sent.map(({ body }) => body)).toEqual([{ socialProof: false }]);
  expect(localStorage.getItem('popupsOff')).toBe('1');
  localStorage.removeItem('popupsOff');
});

test('deleting the account asks for the password and ends the session', async () => {
  catchToasts();
  let isBlocked = true;
  const { sent } = openProfile({
    'DELETE /api/account': () =>
      isBlocked
        ? refusal(400, 'Your wallet is not empty.', 'account_not_deletable')
        : { json: { success: true, message: 'ok' } },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(dialog.getByText('Password is required')).toBeDefined();
  await userEvent.type(dialog.getByLabelText('Password'), 'secretpw');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(await dialog.findByText('Your wallet is not empty.')).toBeDefined();
  isBlocked = false;
  await userEvent.click(dialog.getByRole('checkbox'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await vi.waitFor(() => expect(getSession().status).toBe('visitor'));
  expect(sent.at(-1)?.body).toEqual({ password: 'secretpw', giveUpWallet: true });
});
