import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../../app/data/query-client.ts';
import { OwnCredentialsPage } from './OwnCredentialsPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const at = '2026-11-20T09:05:00Z';
const session = { ip: '10.0.0.1', userAgent: null, createdAt: at, lastSeenAt: at, isThis: true };
const access = {
  sessions: [
    { ...session, id: '11111111-1111-4111-8111-111111111111' },
    { ...session, id: '22222222-2222-4222-8222-222222222222', isThis: false },
  ],
  ...{ passkeys: [], canAddPasskeys: false, hasAuthenticator: true, recoveryCodesLeft: 2 },
};

test('few codes are told, and another session is ended and read again', async () => {
  let known = access;
  const sent = installScriptedApi({
    'GET /api/ops/access': () => ({ json: { success: true, data: known } }),
    [`POST /api/ops/access/sessions/${access.sessions[1]?.id}/end`]: () => {
      known = { ...access, sessions: access.sessions.slice(0, 1) };
      return { json: { success: true, data: {} } };
    },
  });
  renderScreenWithoutApp(<OwnCredentialsPage may={[]} />);
  await screen.findByText('Recovery codes left: 2. A lost phone would lock you out: make new ones.');
  const list = () => screen.getByRole('list', { name: 'Sessions' });
  expect(list().children).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: /^End .*, since/ }));
  await waitFor(() => expect(list().children).toHaveLength(1));
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a page that could not be read says so and tries again', async () => {
  let isBroken = true;
  installScriptedApi({
    'GET /api/ops/access': () =>
      isBroken
        ? createScriptedRefusal(403, 'Not now.', 'forbidden')
        : { json: { success: true, data: access } },
  });
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  renderScreenWithoutApp(<OwnCredentialsPage may={[]} />, { queryClient });
  await screen.findByText('Not now.');
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('heading', { name: 'How you sign in' });
});
