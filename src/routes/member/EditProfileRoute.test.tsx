import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fillFieldAtOnce } from '../../../tests/support/fill.ts';
import {
  createScriptedRefusal,
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
  sampleUser,
  signInWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { getSession } from '../../lib/session/session.ts';
import EditProfileRoute from './EditProfileRoute.tsx';

beforeEach(() => signInWithoutApp());

function openProfile(script: ScriptedApiRoutes) {
  const sent = installScriptedApi(script);
  return { sent, ...renderScreenWithoutApp(<EditProfileRoute />, { at: '/edit-profile' }) };
}

test('a new name is saved, kept in the session, and leads back to the account', async () => {
  const { sent, place } = openProfile({
    'PATCH /api/auth/update-name': () => ({
      json: { success: true, user: { ...sampleUser, name: 'Ada Bello' } },
    }),
  });
  const name = screen.getByLabelText('Full name');
  await userEvent.clear(name);
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByText('Name is required')).toBeDefined();
  await fillFieldAtOnce(name, ' Ada Bello ');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await vi.waitFor(() => expect(place.pathname).toBe('/account'));
  expect(sent.map(({ body }) => body)).toEqual([{ name: 'Ada Bello' }]);
  expect(getSession()).toMatchObject({ user: { name: 'Ada Bello', email: sampleUser.email } });
});

test('a new recovery key needs the current password, and the server is quoted', async () => {
  let isWrong = true;
  const { sent } = openProfile({
    'PATCH /api/auth/update-recovery-key': () =>
      isWrong
        ? createScriptedRefusal(400, 'Current password is incorrect', 'wrong_current_password')
        : { json: { success: true, message: 'Recovery key updated successfully' } },
  });
  const card = within(screen.getByRole('form', { name: 'Update Secret Recovery Key' }));
  const update = card.getByRole('button', { name: 'Update key' });
  await userEvent.click(update);
  expect(card.getByRole('alert').textContent).toBe('Please fill in all fields');
  expect(card.getByText('At least 8 characters')).toBeDefined();
  await fillFieldAtOnce(card.getByLabelText('Current password'), 'secretpw');
  await fillFieldAtOnce(card.getByLabelText('New recovery key'), 'river');
  await userEvent.click(update);
  expect(card.getByRole('alert').textContent).toBe('New recovery key must be at least 8 characters long');
  await fillFieldAtOnce(card.getByLabelText('New recovery key'), ' stone');
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

test('a new key whose answer was lost is sent again under its key: the news of it is told once', async () => {
  let tries = 0;
  const { sent } = openProfile({
    'PATCH /api/auth/update-recovery-key': () => {
      tries += 1;
      return tries === 1 ? 'lost' : { json: { success: true, message: 'Recovery key updated successfully' } };
    },
  });
  const card = within(screen.getByRole('form', { name: 'Update Secret Recovery Key' }));
  await fillFieldAtOnce(card.getByLabelText('Current password'), 'secretpw');
  await fillFieldAtOnce(card.getByLabelText('New recovery key'), 'river stone');
  await userEvent.click(card.getByRole('button', { name: 'Update key' }));
  expect(await card.findByRole('alert')).toBeDefined();
  await userEvent.click(await card.findByRole('button', { name: 'Update key' }));
  await card.findByText('Recovery key updated successfully');
  expect(sent).toHaveLength(2);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test('whether others read the name is the account’s choice, whether pop-ups show is the phone’s', async () => {
  const { sent } = openProfile({
    'PATCH /api/auth/preferences': () => ({
      json: { success: true, user: { ...sampleUser, socialProof: false } },
    }),
  });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show my first name when I join' }));
  await vi.waitFor(() => expect(getSession()).toMatchObject({ user: { socialProof: false } }));
  const privacy = within(screen.getByRole('region', { name: 'Privacy' }));
  await userEvent.click(privacy.getByRole('checkbox', { name: 'Show who just joined (on this phone)' }));
  expect(sent.map(({ body }) => body)).toEqual([{ socialProof: false }]);
  expect(localStorage.getItem('popupsOff')).toBe('1');
  localStorage.removeItem('popupsOff');
});

test('deleting the account asks for the password and ends the session', async () => {
  recordToastRequests();
  let isBlocked = true;
  const { sent } = openProfile({
    'DELETE /api/account': () =>
      isBlocked
        ? createScriptedRefusal(400, 'Your wallet is not empty.', 'account_not_deletable')
        : { json: { success: true, message: 'ok' } },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
  const warning = dialog.getByText(/are erased for good/);
  expect(warning.textContent).toBe(
    'Your name, email, phone and addresses are erased for good. Orders stay in our books without your name.',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(dialog.getByText('Password is required')).toBeDefined();
  await fillFieldAtOnce(dialog.getByLabelText('Password'), 'secretpw');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(await dialog.findByText('Your wallet is not empty.')).toBeDefined();
  isBlocked = false;
  await userEvent.click(dialog.getByRole('checkbox', { name: 'I give up what is left in my wallet' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await vi.waitFor(() => expect(getSession().status).toBe('visitor'));
  expect(sent.at(-1)?.body).toEqual({ password: 'secretpw', giveUpWallet: true });
});

test('whoever keeps the account goes on where they were', async () => {
  openProfile({});
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getSession().status).toBe('member');
});

test('what is refused without a word is told in words of the screen', async () => {
  const toasts = recordToastRequests();
  const refuse = () => ({ status: 400, json: {} });
  openProfile({
    'PATCH /api/auth/update-name': refuse,
    'PATCH /api/auth/preferences': refuse,
    'GET /api/account/export': refuse,
    'DELETE /api/account': refuse,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Your profile could not be saved. Please try again.')).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show my first name when I join' }));
  await vi.waitFor(() =>
    expect(toasts.at(-1)?.message).toBe('Your choice could not be saved. Please try again.'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Download my data' }));
  await vi.waitFor(() =>
    expect(toasts.at(-1)?.message).toBe('Your data could not be fetched. Please try again.'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  const dialog = within(screen.getByRole('dialog'));
  await fillFieldAtOnce(dialog.getByLabelText('Password'), 'secretpw');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(await dialog.findByText('Your account could not be deleted. Please try again.')).toBeDefined();
});

test('while an answer is awaited each button says what is under way', async () => {
  const wait = () => new Promise<never>(() => undefined);
  openProfile({
    'PATCH /api/auth/update-name': wait,
    'PATCH /api/auth/update-recovery-key': wait,
    'GET /api/account/export': wait,
    'DELETE /api/account': wait,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await fillFieldAtOnce(screen.getByLabelText('Current password'), 'secretpw');
  await fillFieldAtOnce(screen.getByLabelText('New recovery key'), 'river stone');
  await userEvent.click(screen.getByRole('button', { name: 'Update key' }));
  expect(screen.getAllByRole('button', { name: 'Saving...' })).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Download my data' }));
  expect(screen.getByRole('button', { name: 'Preparing...' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  const dialog = within(screen.getByRole('dialog'));
  await fillFieldAtOnce(dialog.getByLabelText('Password'), 'secretpw');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeDefined();
});
