import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiAnswer,
} from '../../../tests/support/screen-alone.tsx';
import { SystemStatusPage } from './SystemStatusPage.tsx';

afterEach(() => vi.unstubAllGlobals());

function open(channels: string[], may: string[] = [], at = '/ops/work'): void {
  const answer = (data: unknown) => (): ScriptedApiAnswer => ({ json: { success: true, data } });
  const outage = { kind: 'provider_silent', subject: '', detail: '', says: 'the provider does not answer' };
  const past = [
    { ...outage, raisedAt: '2026-11-20T09:00:00Z', overAt: '2026-11-20T09:18:00Z', toldBy: ['mail'] },
  ];
  const failed = { failedAt: '2026-11-20T09:00:00Z', lastError: 'Error', runs: 9, failures: 3 };
  installScriptedApi({
    'GET /api/ops/alarms': answer(
      [
        {
          kind: 'recon',
          subject: '2026-11-19',
          detail: '',
          says: 'the records differ',
          toldAt: null,
          toldBy: [],
        },
        { kind: 'outbox_dead', subject: 'push', detail: '', says: 'a task failed', toldAt: null, toldBy: [] },
      ].map((alarm) => ({ ...alarm, raisedAt: '2026-11-20T09:00:00Z' })),
    ),
    'GET /api/ops/alarms/history': answer({ channels, past }),
    'GET /api/ops/jobs': answer([{ job: 'settle-late', says: 'Settle late payments', ...failed }]),
    'GET /api/ops/outbox': answer([]),
    'GET /api/ops/outbox/dead': answer([]),
  });
  renderScreenWithoutApp(<SystemStatusPage may={may} />, { at });
}

test('an outage that is over and a job that failed can be read', async () => {
  open(['webhook']);
  const row = (await screen.findByText('The provider does not answer')).closest('tr');
  expect(row?.textContent).toMatch(/20 Nov 2026, 10:00.*20 Nov 2026, 10:18.*By e-mail/);
  expect((await screen.findByText('settle-late')).closest('tr')?.textContent).toContain('3 of 9 runs');
  expect(screen.queryByText(/^You will not be told of alarms/)).toBeNull();
});

test('without a channel the screen says that nobody will be notified', async () => {
  open([]);
  await screen.findByText(/^You will not be told of alarms: no alarm channel is set up\./);
});

test('an alarm leads to where it is dealt with, and a failed job to its start, as far as the role allows', async () => {
  open([], ['recon list', 'job run']);
  const way = await screen.findByRole('link', { name: 'Open reconciliation' });
  expect(way.getAttribute('href')).toBe('/ops/reconciliation');
  expect(screen.getByText('Try the failed tasks again').closest('a')).toBeNull();
  fireEvent.click(await screen.findByRole('link', { name: 'Settle late payments' }));
  await screen.findByRole('button', { name: 'Run Now' });
});

test('an address of one part shows just its rows, and a chosen one stays there', async () => {
  open(['webhook'], ['job run'], '/ops/work?show=jobs');
  fireEvent.click(await screen.findByRole('link', { name: 'Settle late payments' }));
  await screen.findByRole('button', { name: 'Run Now' });
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Failed jobs', 'Settle late payments']);
});
