import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiAnswer,
} from '../../../tests/support/screen-alone.tsx';
import { OperatorConsole } from '../OperatorConsole.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const person = { name: 'bisi', role: 'support', may: ['today'], brandName: 'Ajora', sandbox: false };
const wrong = createScriptedRefusal(400, 'Name, password or code is wrong.', 'invalid_credentials');
const factor = {
  totpSecret: 'ABCDEFGH',
  totpUri: 'otpauth://totp/Ajora:bisi?secret=ABCDEFGH',
  recoveryCodes: ['AAAA-1111', 'BBBB-2222'],
};
const access = {
  sessions: [],
  passkeys: [],
  canAddPasskeys: false,
  hasAuthenticator: true,
  recoveryCodesLeft: 2,
};

async function enrol(...signIns: ScriptedApiAnswer[]) {
  const sent = installScriptedApi({
    'GET /api/ops/session': () => createScriptedRefusal(401, 'Sign in.', 'unauthorized'),
    'POST /api/ops/enrol': () => ({ json: { success: true, data: factor } }),
    'POST /api/ops/sign-in': () => signIns.shift() ?? 'lost',
    'GET /api/ops/today': () => ({
      json: { success: true, data: { setup: [], waiting: [], closing: [], days: [] } },
    }),
    'GET /api/ops/access': () => ({ json: { success: true, data: access } }),
  });
  const { place } = renderScreenWithoutApp(<OperatorConsole />, { at: '/ops/enrol', route: '/ops/*' });
  await screen.findByRole('heading', { level: 1, name: 'Set up your access' });
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  type('Name', 'bisi');
  type('Secret', 'S3CRE-T');
  type('New password', 'long enough, yes');
  fireEvent.click(screen.getByRole('button', { name: 'Set Up' }));
  await screen.findByRole('heading', { level: 1, name: 'Your second factor' });
  const tryCode = (code: string) => {
    type('Code', code);
    fireEvent.click(screen.getByRole('button', { name: 'Finish Setup' }));
  };
  return { sent, place, tryCode };
}

test('nobody is let go before a code of the authenticator was right', async () => {
  const { sent, tryCode } = await enrol(wrong, { json: { success: true, data: person } });
  tryCode('000000');
  await screen.findByText(/^This code is wrong\. Wait for the next one/);
  expect(screen.getByText('AAAA-1111'), 'what is shown once is still there').toBeDefined();
  tryCode('123456');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  expect(sent.filter(({ path }) => path === '/api/ops/sign-in').at(-1)?.body).toEqual({
    name: 'bisi',
    password: 'long enough, yes',
    code: '123456',
  });
});

test('the recovery codes can be copied and saved', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await enrol();
  fireEvent.click(screen.getByRole('button', { name: 'Copy Codes' }));
  await screen.findByText(/^Copied\./);
  expect(writeText).toHaveBeenCalledWith('AAAA-1111\nBBBB-2222\n');
  expect(screen.getByRole('button', { name: 'Save Codes' })).toBeDefined();
});

test('who has few recovery codes left is told on Today, with the way to new ones', async () => {
  const { tryCode } = await enrol({ json: { success: true, data: person } });
  tryCode('123456');
  await screen.findByText('Recovery codes left: 2. A lost phone would lock you out.');
  expect(screen.getByRole('link', { name: 'Make new codes' }).getAttribute('href')).toBe('/ops/access');
});
