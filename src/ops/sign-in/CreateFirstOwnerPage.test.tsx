import { QueryClient } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { OperatorConsole } from '../OperatorConsole.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const person = {
  name: 'ngozi',
  role: 'owner',
  may: ['today', 'centre list'],
  brandName: 'Ajora',
  sandbox: true,
};
const key = { totpSecret: 'ABCDEFGH', totpUri: 'otpauth://totp/Ajora:ngozi?secret=ABCDEFGH' };
const nobody = createScriptedRefusal(409, 'Open the link that the shop printed.', 'no_operator');
const setup = [
  { step: 'owner', isDone: true },
  { step: 'centre', isDone: false },
  { step: 'test_order', isDone: false },
];
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

test('the console of a new shop says in words what to do', async () => {
  installScriptedApi({ 'GET /api/ops/session': () => nobody });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderScreenWithoutApp(<OperatorConsole />, { at: '/ops', route: '/ops/*', queryClient });
  await screen.findByRole('heading', { level: 1, name: 'This shop has no operator yet' });
  expect(screen.getByText('Open the link that the shop printed.')).toBeDefined();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('the link leads through password and authenticator to the codes, which stay until the owner goes on', async () => {
  let isOwner = false;
  const sent = installScriptedApi({
    'GET /api/ops/session': () => (isOwner ? { json: { success: true, data: person } } : nobody),
    'POST /api/ops/first-owner/key': () => ({ json: { success: true, data: key } }),
    'POST /api/ops/first-owner': () => {
      isOwner = true;
      return { json: { success: true, data: { secret: 'S3CRE-T', recoveryCodes: ['AAAA-1111'] } } };
    },
    'GET /api/ops/today': () => ({
      json: { success: true, data: { setup, waiting: [], closing: [], days: [] } },
    }),
  });
  renderScreenWithoutApp(<OperatorConsole />, { at: '/ops/first-owner#L1NK', route: '/ops/*' });
  await screen.findByRole('heading', { level: 1, name: 'Open your shop' });
  type('Name', 'ngozi');
  type('New password', 'long enough, yes');
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { level: 1, name: 'Your authenticator' });
  type('Code', '123456');
  fireEvent.click(screen.getByRole('button', { name: 'Become the Owner' }));
  await screen.findByText('AAAA-1111');
  expect(screen.getByText('S3CRE-T')).toBeDefined();
  const chosen = { name: 'ngozi', password: 'long enough, yes', secret: 'L1NK' };
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    chosen,
    { ...chosen, totpSecret: 'ABCDEFGH', code: '123456' },
  ]);
  window.dispatchEvent(new Event('visibilitychange'));
  expect(screen.getByText('AAAA-1111'), 'looking at another window loses nothing').toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Open the Console' }));
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  await screen.findByText('Have an owner');
  expect(screen.queryByRole('link', { name: 'Have an owner' }), 'what is done leads nowhere').toBeNull();
  const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(linkTo('Add a pickup centre')).toBe('/ops/pickup/centres');
  expect(linkTo('Place a test order')).toBe('/');
});

test('an address without the secret is answered with what is missing', async () => {
  installScriptedApi({ 'GET /api/ops/session': () => nobody });
  renderScreenWithoutApp(<OperatorConsole />, { at: '/ops/first-owner', route: '/ops/*' });
  expect(await screen.findByText('Open the whole link that the shop printed on its terminal.')).toBeDefined();
});
