import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiAnswer,
  type ScriptedApiRequest,
} from '../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../app/data/query-client.ts';
import { useListKeyboardNavigation } from './frames/use-list-keyboard-navigation.ts';
import { OrdersPage } from './shoppers/OrdersPage.tsx';
import { ShoppersPage } from './shoppers/ShoppersPage.tsx';

/** Tests the console's long lists: filters, pages, empty lists, refusals, exports and keys. */

afterEach(() => vi.unstubAllGlobals());

const person = '11111111-1111-4111-8111-111111111111';
const order = (index: number) => ({
  ...{ trackingNumber: `GB-${index}`, createdAt: '2026-11-20T09:05:00Z', userId: person, shopper: 'Ada Obi' },
  ...{ centre: 'LAG-IKJ', centreName: 'Ikeja Centre', reference: 'gb-1', paid: 'wallet' },
  ...{ paidInNaira: 6_000, paidBackNaira: 0, stages: ['secured'], isOverdue: false, goods: ['3 x Rice'] },
});
const shopper = (index: number) => ({
  ...{ id: `${person.slice(0, -3)}${100 + index}`, name: `Ada ${index}`, email: 'ada@example.com' },
  ...{ phone: '+2348063855438', locked: index === 0, createdAt: '2026-11-20T09:05:00Z' },
  ...{ orders: 0, lastOrderAt: null, paidInNaira: 0, paidBackNaira: 0 },
});

function Keys({ children }: { children: ReactNode }) {
  useListKeyboardNavigation();
  return <main id="content">{children}</main>;
}

type Answer = (request: ScriptedApiRequest) => ScriptedApiAnswer;
const rows =
  (data: unknown): Answer =>
  () => ({ json: { success: true, data } });
function open(list: 'order' | 'user', answer: Answer, at = '') {
  const place = list === 'order' ? '/ops/orders' : '/ops/shoppers';
  const path = list === 'order' ? 'order' : 'shopper';
  const sent = installScriptedApi({
    [`POST /api/ops/${path}-list`]: answer,
    [`POST /api/ops/${path}-export`]: rows({ rows: 1, next: null, csv: 'order\nGB-0' }),
    'GET /api/ops/pickup/centres': rows([{ code: 'LAG-IKJ', name: 'Ikeja Centre' }]),
  });
  const may = ['user history', 'order export', 'user list-export'];
  const page = list === 'order' ? <OrdersPage may={may} /> : <ShoppersPage may={may} />;
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  const view = renderScreenWithoutApp(<Keys>{page}</Keys>, { at: place + at, queryClient });
  return {
    ...view,
    asked: () => sent.filter((one) => one.path.includes(`${path}-`)).map(({ body }) => body),
  };
}
const filter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const search = () => fireEvent.click(screen.getByRole('button', { name: 'Search' }));

describe('orders', () => {
  test('the filters go into the address, but the searched words only into the state', async () => {
    const { place, asked } = open('order', rows([order(0)]));
    await screen.findByRole('option', { name: 'Ikeja Centre' });
    for (const [label, value] of [
      ['Order or shopper', 'Ada Obi'],
      ['Status', 'secured'],
      ['Centre', 'LAG-IKJ'],
      ['Only', 'overdue'],
    ] as const)
      filter(label, value);
    search();
    await waitFor(() => expect(place.search).toBe('?status=secured&centre=LAG-IKJ&only=overdue'));
    expect(place.state).toEqual({ q: 'Ada Obi' });
    await waitFor(() =>
      expect(asked().at(-1)).toMatchObject({
        ...{ q: 'Ada Obi', status: 'secured', centre: 'LAG-IKJ', overdue: true },
      }),
    );
  });

  test('an address with filters asks for just these, and one with unknown values for none', async () => {
    expect(open('order', rows([]), '?status=rotten&only=everything').asked()).toEqual([{ limit: 50 }]);
    await screen.findByText('No orders yet. Each paid order will be here.');
  });

  test('a full page continues after its last order', async () => {
    const first = Array.from({ length: 50 }, (_, index) => order(index));
    const { asked } = open('order', ({ body }) => {
      const { after } = body as { after?: string };
      return { json: { success: true, data: after === 'GB-49' ? [order(50)] : first } };
    });
    fireEvent.click(await screen.findByText('Show More'));
    await screen.findByText('GB-50');
    expect(document.querySelectorAll('tbody tr')).toHaveLength(51);
    expect(asked().at(-1)).toMatchObject({ after: 'GB-49' });
    expect(screen.queryByText('Show More')).toBeNull();
  });

  test('without a match it says what to do', async () => {
    open('order', rows([]), '?status=secured');
    await screen.findByText('No orders match. Clear a filter or search for something else.');
    expect(screen.getByRole('link', { name: 'Clear All Filters' }).getAttribute('href')).toBe('/ops/orders');
  });

  test('a refusal is told in the words of the server', async () => {
    open('order', () => createScriptedRefusal(409, '--from and --to are YYYY-MM-DD.', 'act_refused'));
    await screen.findByText('--from and --to are YYYY-MM-DD.');
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('the export asks for what the filters find', async () => {
    Object.assign(URL, { createObjectURL: () => '#file', revokeObjectURL: () => null });
    const { asked } = open('order', rows([order(0)]), '?centre=LAG-IKJ');
    fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ centre: 'LAG-IKJ' }));
  });
});

describe('shoppers', () => {
  test('a phone number calls and writes, and who is locked is marked', async () => {
    open('user', rows([shopper(0), shopper(1)]));
    const [call] = await screen.findAllByRole('link', { name: '+234 806 385 5438' });
    expect(call?.getAttribute('href')).toBe('tel:+2348063855438');
    const [write] = screen.getAllByRole('link', { name: 'WhatsApp to +234 806 385 5438' });
    expect(write?.getAttribute('href')).toBe('https://wa.me/2348063855438');
    expect(screen.getAllByText('Locked')).toHaveLength(2);
  });

  test('a name is searched without an address that a log would keep', async () => {
    const { place, asked } = open('user', rows([]));
    await screen.findByText('No shoppers yet. Everybody who signs up will be here.');
    filter('Name, phone or e-mail', 'Ada Obi');
    filter('Only', 'locked');
    search();
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ q: 'Ada Obi', only: 'locked' }));
    expect([place.search, place.state]).toEqual(['?only=locked', { q: 'Ada Obi' }]);
    await screen.findByText('No shoppers match. Search for another name, phone or e-mail.');
  });
});

test('by keys: / goes to the search, arrows go from row to row and back, typing is left alone', async () => {
  open('order', rows([order(0), order(1)]));
  await screen.findByRole('link', { name: 'GB-1' });
  const field = screen.getByLabelText('Order or shopper');
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press('ArrowDown');
  expect(document.activeElement).toBe(document.body);
  press('/');
  expect(document.activeElement).toBe(field);
  // Within the field a slash is typed and no shortcut.
  expect(press('/')).toBe(true);
  const at = (key: string) => {
    press(key);
    return document.activeElement?.textContent;
  };
  expect([at('ArrowDown'), at('ArrowDown'), at('ArrowDown'), at('ArrowUp')]).toEqual([
    ...['GB-0', 'GB-1', 'GB-1', 'GB-0'],
  ]);
  press('ArrowUp');
  expect(document.activeElement).toBe(field);
});
