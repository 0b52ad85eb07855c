import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, parsePath, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/schemas/auth.ts';
import { TestAppServicesProvider } from '../../../tests/support/own-app.tsx';
import { endSession, startSession } from '../../lib/session/session.ts';
import { createQueryClient } from '../data/query-client.ts';
import { Router } from './router.tsx';

beforeEach(() => {
  // The screens' data does not matter here, only the addresses.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.stubGlobal('scrollTo', vi.fn());
});
afterEach(() => {
  endSession('signed-out');
  vi.unstubAllGlobals();
});

let place: { pathname: string; search: string; state: unknown };

function Place() {
  place = useLocation();
  return null;
}

function open(at: string, state?: unknown): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[{ ...parsePath(at), state }]}>
        <Router />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
    { wrapper: TestAppServicesProvider },
  );
}

function signIn(): void {
  startSession('t', { id: 'ada', name: 'Ada' } as User);
}

const arrive = (pathname: string) => waitFor(() => expect(place.pathname).toBe(pathname));

test('an unknown path leads home', async () => {
  open('/nowhere/at/all');
  await arrive('/');
});

test('a listing replaces itself by the product and keeps the query', async () => {
  open('/listing/rice?ref=ADA12345');
  await arrive('/product/rice');
  expect(place.search).toBe('?ref=ADA12345');
});

test.each(['/account', '/edit-profile', '/cart', '/checkout', '/wallet', '/referral'])(
  'a visitor at %s goes to sign in',
  async (path) => {
    open(path);
    await arrive('/signin');
  },
);

test.each(['/register', '/signin', '/forgot-password', '/use-temporary-recovery-key'])(
  'a member at %s goes home',
  async (path) => {
    signIn();
    open(path);
    await arrive('/');
  },
);

test('a member whose navigation carries a product goes to that product', async () => {
  signIn();
  open('/signin', { listing_url: 'rice' });
  await arrive('/product/rice');
});

test('the page scrolls to the top after a change of route, but not on the way home', async () => {
  open('/listing/rice');
  await arrive('/product/rice');
  await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 0));
  vi.mocked(scrollTo).mockClear();
  (await screen.findAllByRole('link', { name: 'Home' }))[0]?.click();
  await arrive('/');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(scrollTo).not.toHaveBeenCalled();
});
