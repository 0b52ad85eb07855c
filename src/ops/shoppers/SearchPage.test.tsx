import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { ConsoleSearchBox, SearchResultsPage } from './SearchPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const grace = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Grace Eze',
  email: 'grace@example.com',
  phone: '+2348063855438',
  locked: false,
  createdAt: '2026-11-20T09:00:00Z',
};
const payment = {
  reference: 'gb-0123456789ABCDEFGHJKMNPQRS',
  shopper: grace.name,
  userId: grace.id,
  status: 'succeeded',
  outcome: 'ordered',
  totalNaira: 32_000,
  cardNaira: 32_000,
  receivedNaira: 32_000,
  paidBackNaira: 0,
  trackingNumber: 'GB-7K2M9X4Q',
  createdAt: '2026-11-20T09:05:00Z',
};
const nothing = { shoppers: [], payments: [], products: [], groups: [] };
const show = (found: object) => {
  installScriptedApi({
    'POST /api/ops/find': () => ({ json: { success: true, data: { ...nothing, ...found } } }),
  });
  renderScreenWithoutApp(<SearchResultsPage />, { at: '/ops/find', state: { q: 'grace' } });
};

test('beside a found shopper stand her payments with what came back, each a link', async () => {
  show({ shoppers: [grace], payments: [payment, { ...payment, reference: 'gb-2', paidBackNaira: 32_000 }] });
  const links = await screen.findAllByRole('link', { name: /^Grace Eze, Ordered/ });
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Grace Eze, Ordered, ₦32,000',
    'Grace Eze, Ordered, ₦32,000, paid back in full',
  ]);
  expect(screen.queryByText(/No payment|No shopper/)).toBeNull();
});

test('of a payment found by its number nothing is said of shoppers, products or groups', async () => {
  show({ payments: [payment] });
  await screen.findByRole('link', { name: 'GB-7K2M9X4Q' });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Payments',
  ]);
  expect(screen.queryByText(/shopper/)).toBeNull();
});

test('a shopper who has never paid is said to have never paid, and nothing found is said once', async () => {
  show({ shoppers: [grace] });
  await screen.findByText('No payments yet.');
});

test('where nothing was found one sentence says so', async () => {
  show({});
  await screen.findByText('Nothing was found. Try another number, name or amount.');
  expect(screen.queryByRole('table')).toBeNull();
});

test('what somebody looks for stands in no address', async () => {
  const calls = installScriptedApi({
    'POST /api/ops/find': () => ({ json: { success: true, data: { ...nothing, shoppers: [grace] } } }),
  });
  const { place } = renderScreenWithoutApp(<SearchResultsPage />, {
    at: '/ops/find',
    beside: <ConsoleSearchBox />,
  });
  const box = screen.getByPlaceholderText('Find anything');
  fireEvent.change(box, { target: { value: grace.phone } });
  fireEvent.submit(box);
  await screen.findByRole('link', { name: grace.name });
  expect([place.pathname, place.search]).toEqual(['/ops/find', '']);
  expect(calls.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: '/api/ops/find', body: { q: grace.phone } },
  ]);
});
