import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiAnswer,
} from '../../../tests/support/screen-alone.tsx';
import { SystemStatusPage } from './WorkPage.tsx';

afterEach(() => vi.unstubAllGlobals());

function open(channels: string[]): void {
  const answer = (data: unknown) => (): ScriptedApiAnswer => ({ json: { success: true, data } });
  const outage = { kind: 'provider_silent', subject: '', detail: '', says: 'the provider does not answer' };
  const past = [{ ...outage, raisedAt: '2026-11-20T09:00:00Z', overAt: '2026-11-20T09:18:00Z' }];
  const failed = { failedAt: '2026-11-20T09:00:00Z', lastError: 'Error', runs: 9, failures: 3 };
  installScriptedApi({
    'GET /api/ops/alarms': answer([]),
    'GET /api/ops/alarms/history': answer({ channels, past }),
    'GET /api/ops/jobs': answer([{ job: 'settle-late', ...failed }]),
    'GET /api/ops/outbox': answer([]),
    'GET /api/ops/outbox/dead': answer([]),
  });
  renderScreenWithoutApp(<SystemStatusPage may={[]} />);
}

test('an outage that is over and a job that failed can be read', async () => {
  open(['webhook']);
  const row = (await screen.findByText('The provider does not answer')).closest('tr');
  expect(row?.textContent).toMatch(/20 Nov 2026, 10:00 WAT.*20 Nov 2026, 10:18 WAT/);
  expect((await screen.findByText('settle-late')).closest('tr')?.textContent).toContain('3 of 9 runs');
  expect(screen.queryByText(/^Nobody is notified of alarms/)).toBeNull();
});

test('without a channel the screen says that nobody will be notified', async () => {
  open([]);
  await screen.findByText(/^Nobody is notified of alarms: no alarm channel is set up\./);
});
