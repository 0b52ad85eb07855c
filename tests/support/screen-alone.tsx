import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, parsePath, Route, Routes, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import type { ApiErrorCode } from '#contract/errors.ts';
import type { User } from '#contract/schemas/auth.ts';
import type { ShopConfig } from '#contract/schemas/config.ts';
import { createQueryClient } from '../../src/app/data/query-client.ts';
import { shopConfigQueryKey } from '../../src/lib/query/shop-config.ts';
import { getSessionUserId, startSession } from '../../src/lib/session/session.ts';
import { attachToastHost, type ToastRequest } from '../../src/ui/message/toast.ts';
import { createErrorBody } from './error-body.ts';
import { outbox, TestAppServicesProvider } from './own-app.tsx';

/** A screen is rendered alone, with a router, a cache, a signed-in shopper and a scripted API. */

export interface ScriptedApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  /** `Idempotency-Key` header. */
  key: string | null;
}

/** `status` defaults to 200; `'lost'` means that no reply arrives. */
export type ScriptedApiAnswer = { status?: number; json: unknown } | 'lost';
export type ScriptedApiRoutes = Record<
  string,
  (request: ScriptedApiRequest) => ScriptedApiAnswer | Promise<ScriptedApiAnswer>
>;

/**
 * Replaces the network by a script. Keys are `METHOD /path`; other calls fail as if offline.
 *
 * @returns the sent requests, in order.
 */
export function installScriptedApi(script: ScriptedApiRoutes): ScriptedApiRequest[] {
  const sent: ScriptedApiRequest[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, location.origin);
    const request: ScriptedApiRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      key: new Headers(init.headers).get('Idempotency-Key'),
    };
    sent.push(request);
    const answer = await script[`${request.method} ${request.path}`]?.(request);
    if (!answer || answer === 'lost') throw new TypeError('no line');
    return new Response(JSON.stringify(answer.json), { status: answer.status ?? 200 });
  });
  return sent;
}

/** @returns a scripted reply with an error body of the API. */
export function createScriptedRefusal(
  status: number,
  message: string,
  code: ApiErrorCode = 'bad_request',
): ScriptedApiAnswer {
  return { status, json: createErrorBody(code, message) };
}

export const sampleUser: User = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: '+2348035550142',
  referralCode: 'ADAOBI12',
  socialProof: true,
};

export const sampleShopConfig: ShopConfig = {
  brandName: 'Ajora',
  slogan: 'Buy Together, Save Together',
  tagline: 'Wholesale directly to you',
  publicUrl: 'https://shop.example',
  contact: { address: '', email: '', phone: '', hours: '', reply: '' },
  groupChatUrl: '',
  pressUrl: '',
  claims: { averageSavings: '40%', happyCustomers: '1,000+', support: '24/7' },
  groupWindowHours: 48,
  sandbox: true,
  pushKey: 'shop-key',
};

/** Starts the signed-in shopper's outbox with a cache that is not persisted. */
export function startOutboxWithoutApp(): void {
  outbox.start({
    userId: getSessionUserId,
    onExpired: () => undefined,
    cache: { whenRead: async () => {}, persist: async () => {} },
  });
}

/** Signs a shopper in without a server. */
export function signInWithoutApp(user: User = sampleUser): void {
  startSession('token', user);
}

/** Records toasts instead of showing them. */
export function recordToastRequests(): ToastRequest[] {
  const toasts: ToastRequest[] = [];
  attachToastHost({ show: (request) => toasts.push(request), dismiss: () => undefined });
  return toasts;
}

interface Place {
  pathname: string;
  search: string;
  state: unknown;
}

interface AloneOptions {
  /** Initial address. */
  at?: string;
  state?: unknown;
  /** Rendered at every address, around the screen. */
  beside?: ReactNode;
  /** Shop settings; null: not loaded. */
  shop?: ShopConfig | null;
  /** Route pattern, for a route with parameters. */
  route?: string;
  /** Initial content of the cache. */
  queryClient?: QueryClient;
}

/** Renders a screen at an address. Other addresses render nothing; `place` returns the current address. */
export function renderScreenWithoutApp(
  screen: ReactNode,
  {
    at = '/',
    route,
    state,
    beside,
    shop = sampleShopConfig,
    queryClient = createQueryClient(),
  }: AloneOptions = {},
) {
  const place: Place = { pathname: '', search: '', state: null };
  if (shop) queryClient.setQueryData(shopConfigQueryKey, shop);
  function Watch() {
    Object.assign(place, useLocation());
    return null;
  }
  const [pathname] = at.split('?');
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[{ ...parsePath(at), state }]}>
        <Watch />
        {beside}
        <Routes>
          <Route path={route ?? pathname ?? '/'} element={screen} />
          <Route path="*" element={null} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
    { wrapper: TestAppServicesProvider },
  );
  return { ...view, place, queryClient };
}
