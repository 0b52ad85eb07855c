import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { SettingsPage } from './SettingsPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const nobody = { changedBy: null, changedAt: null };
const data = [
  {
    setting: 'phone',
    value: '+234 800',
    variable: null,
    changedBy: 'ngozi',
    changedAt: '2026-11-28T09:00:00Z',
  },
  { setting: 'email', value: 'a@b.example', variable: 'CONTACT_EMAIL', ...nobody },
  { setting: 'claims', value: 'computed', variable: null, ...nobody },
];

function open(at: string, may = ['setting list', 'setting set']) {
  const sent = installScriptedApi({
    'GET /api/ops/settings': () => ({ json: { success: true, data } }),
    'POST /api/ops/settings/phone': () => ({ json: { success: true, data: {} } }),
    'POST /api/ops/claims': () => ({ json: { success: true, data: {} } }),
  });
  renderScreenWithoutApp(<SettingsPage may={may} />, { at });
  return sent;
}
const sentTo = (sent: ReturnType<typeof open>, path: string) =>
  waitFor(() => expect(sent.find((one) => one.path === path)).toBeDefined()).then(
    () => sent.find((one) => one.path === path)?.body,
  );

test('who changed what is shown, and what the environment sets cannot be changed', async () => {
  open('/ops/settings?setting=email');
  expect((await screen.findByRole('link', { name: 'Phone' })).getAttribute('href')).toBe(
    '/ops/settings?setting=phone',
  );
  expect(screen.getByText(/^ngozi, /)).toBeDefined();
  expect(screen.getByText('Set by the environment (CONTACT_EMAIL)')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'E-mail' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('a value is saved, and an empty field means the default', async () => {
  const sent = open('/ops/settings?setting=phone');
  fireEvent.input(await screen.findByLabelText('Phone'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await sentTo(sent, '/api/ops/settings/phone')).toEqual({});
});

test('the claims are chosen', async () => {
  const sent = open('/ops/settings?setting=claims');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await sentTo(sent, '/api/ops/claims')).toEqual({ mode: 'computed' });
});

test('who may not change anything reads', async () => {
  open('/ops/settings?setting=phone', ['setting list']);
  await screen.findByText('+234 800');
  expect(screen.queryByRole('link', { name: 'Phone' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
