import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiAnswer,
  type ScriptedApiRoutes,
} from '../../tests/support/screen-alone.tsx';
import { createConsoleQueryClient } from './frames/console-queries.ts';
import { OperatorConsole } from './OperatorConsole.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const person = {
  ...{ name: 'bisi', role: 'support', may: ['today', 'find', 'payment show', 'alarm list'] },
  ...{ brandName: 'Ajora', sandbox: false },
};
const signedIn: ScriptedApiAnswer = { json: { success: true, data: person } };
const today: ScriptedApiAnswer = {
  json: { success: true, data: { setup: [], waiting: [], closing: [], days: [] } },
};
const away = createScriptedRefusal(503, 'Something went wrong. Please try again later.', 'unavailable');

const silence = new Promise<ScriptedApiAnswer>(() => undefined);

function open(at: string, calls: ScriptedApiRoutes) {
  const sent = installScriptedApi(calls);
  renderScreenWithoutApp(<OperatorConsole />, { at, queryClient: createConsoleQueryClient() });
  return sent;
}

test('while the database is away a reload keeps the navigation, the page its name, and both come back by themselves', async () => {
  let isAway = true;
  sessionStorage.setItem('ops-session', JSON.stringify(person));
  open('/ops', {
    'GET /api/ops/session': () => (isAway ? away : signedIn),
    'GET /api/ops/today': () => (isAway ? away : today),
  });
  await screen.findByText(/^The database is unavailable\. Nothing can be loaded or changed at the moment\./);
  expect(screen.getAllByRole('link', { name: 'System status' }).length).toBeGreaterThan(0);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Today');
  isAway = false;
  await screen.findByText('Nothing is waiting. New work appears here by itself.', {}, { timeout: 15_000 });
  expect(screen.queryByText(/is away/)).toBeNull();
});

test('a reload shows the navigation before a silent shop has said who is signed in', async () => {
  sessionStorage.setItem('ops-session', JSON.stringify(person));
  open('/ops', { 'GET /api/ops/session': () => silence, 'GET /api/ops/today': () => silence });
  expect((await screen.findAllByRole('link', { name: 'System status' })).length).toBeGreaterThan(0);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Today');
});

test('the cause stays while a silent shop is asked again', async () => {
  let asked = 0;
  open('/ops', {
    'GET /api/ops/session': () => signedIn,
    'GET /api/ops/today': () => (++asked === 1 ? away : silence),
  });
  await screen.findByText(/^The database is unavailable\./);
  await vi.waitFor(() => expect(asked).toBe(2), 15_000);
  expect(screen.getByText(/^The database is unavailable\./)).toBeDefined();
});

test('the cause is said at the first silence, not after the last try', async () => {
  open('/ops', { 'GET /api/ops/session': () => signedIn, 'GET /api/ops/today': () => 'lost' });
  await screen.findByText(/^The shop is not responding\./, {}, { timeout: 15_000 });
});

test('a page of one thing has its name in an outage too', async () => {
  sessionStorage.setItem('ops-session', JSON.stringify(person));
  open('/ops/payments/gb-1', {
    'GET /api/ops/session': () => signedIn,
    'GET /api/ops/payments/gb-1': () => away,
  });
  await screen.findByText(/^The database is unavailable\./);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment');
});

test('what was read before stays, and says that it is old', async () => {
  let isAway = false;
  open('/ops', {
    'GET /api/ops/session': () => signedIn,
    'GET /api/ops/today': () => (isAway ? away : today),
  });
  await screen.findByText('Nothing is waiting. New work appears here by itself.');
  isAway = true;
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText(
    /^The database is unavailable\. This page shows the data of /,
    {},
    { timeout: 15_000 },
  );
  expect(screen.getByText('Nothing is waiting. New work appears here by itself.')).toBeDefined();
});

test('in a tab that knows nobody the outage has a name, and the sign-in comes by itself', async () => {
  let isAway = true;
  open('/ops', {
    'GET /api/ops/session': () => (isAway ? away : createScriptedRefusal(401, 'Sign in.', 'unauthorized')),
  });
  await screen.findByRole('heading', { level: 1, name: 'The database is unavailable' });
  isAway = false;
  await screen.findByRole('heading', { level: 1, name: 'Sign in to the console' }, { timeout: 15_000 });
});

test('a session that has ended is not remembered', async () => {
  sessionStorage.setItem('ops-session', JSON.stringify(person));
  open('/ops', { 'GET /api/ops/session': () => createScriptedRefusal(401, 'Sign in.', 'unauthorized') });
  await screen.findByRole('heading', { level: 1, name: 'Sign in to the console' });
  expect(sessionStorage.length).toBe(0);
});

test.each([
  [403, 'forbidden', 'Your role may not read payments.'],
  [404, 'not_found', 'There is no such payment.'],
] as const)('a refusal of %i is shown at once in the words of the server', async (status, code, words) => {
  const sent = open('/ops/payments/gb-1', {
    'GET /api/ops/session': () => signedIn,
    'GET /api/ops/today': () => today,
    'GET /api/ops/payments/gb-1': () => createScriptedRefusal(status, words, code),
  });
  await screen.findByText(words);
  expect(sent.filter(({ path }) => path.endsWith('gb-1'))).toHaveLength(1);
});
