import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestAppServicesProvider, testAppServices } from '../../../tests/support/own-app.tsx';
import { signInWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { endSession } from '../../lib/session/session.ts';
import { createShopperDataPurge } from '../data/purge.ts';
import { createQueryClient } from '../data/query-client.ts';
import { SessionCleanupService } from '../services/SessionCleanupService.tsx';
import RequireSession from './RequireSession.tsx';

const purge = testAppServices.get(createShopperDataPurge);

const addresses: string[] = [];

function Account() {
  return useLocation().pathname === '/account' ? (
    <RequireSession>
      <p>account</p>
    </RequireSession>
  ) : null;
}

beforeEach(() => {
  history.replaceState(null, '', '/account');
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name].bind(history);
    vi.spyOn(history, name).mockImplementation((data, unused, url) => {
      // The router numbers the first entry without setting an address.
      if (url !== undefined) addresses.push(`${name} ${url}`);
      original(data, unused, url);
    });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  addresses.length = 0;
});

test.each(['expired', 'unreadable', 'signed-out', 'elsewhere'] as const)(
  'a session that ends (%s) on a member’s page leads home, and never by way of sign-in',
  async (why) => {
    signInWithoutApp();
    render(
      <QueryClientProvider client={createQueryClient()}>
        <BrowserRouter>
          <SessionCleanupService />
          <Account />
        </BrowserRouter>
      </QueryClientProvider>,
      { wrapper: TestAppServicesProvider },
    );
    act(() => endSession(why));
    await waitFor(() => expect([location.pathname, purge.isUnderWay()]).toEqual(['/', false]));
    // The guard acts in the next turn of the event loop.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(addresses).toEqual(['replaceState /']);
  },
);
