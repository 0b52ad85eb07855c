import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { PickupCounterPage } from './PickupCounterPage.tsx';

beforeEach(() => {
  localStorage.setItem('ops-centre', 'LAG-IKJ');
  const line = {
    ...{ trackingNumber: 'GB-AAAA1111', name: 'Remi Cole', surname: 'Cole', line: 1, product: 'Flour' },
    ...{ unit: null, quantity: 1, state: 'waiting', collectedAt: null, collectedBy: null, daysWaiting: 0 },
    ...{ readyAt: '2026-11-20T09:00:00.000Z', isOverdue: false },
  };
  const goods = { product: 'Flour', unit: null, stage: 'secured', quantity: 1, baseUnits: 1, orders: 1 };
  const lists = {
    '/api/ops/session': { name: 'sade', role: 'support', may: [] },
    '/api/ops/pickup/centres': [{ code: 'LAG-IKJ', name: 'Ikeja Centre', active: true }],
    '/api/ops/pickup/LAG-IKJ/list': [line],
    '/api/ops/pickup/LAG-IKJ/plan': [goods],
  };
  installScriptedApi(
    Object.fromEntries(
      Object.entries(lists).map(([path, data]) => [`GET ${path}`, () => ({ json: { success: true, data } })]),
    ),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const open = (may: string[]) =>
  renderScreenWithoutApp(<PickupCounterPage may={may} />, { at: '/ops/pickup' });
const links = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

test('who may not hand out sees who waits for what, without camera, code and button', async () => {
  open(['pickup list', 'pickup plan']);
  fireEvent.click(await screen.findByRole('button', { name: /Remi Cole/ }));
  await screen.findByText('Ready here', { exact: false });
  expect(screen.queryByRole('button', { name: 'Scan QR Code' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Hand Out/ })).toBeNull();
  expect(screen.queryByLabelText('Pickup code')).toBeNull();
});

test('who may not see shoppers sees what is to be bought, and moves nothing', async () => {
  open(['pickup plan']);
  await screen.findByRole('heading', { name: /^To buy and pack for/ });
  await waitFor(() => expect(links()).toEqual(['Plan']));
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
});
