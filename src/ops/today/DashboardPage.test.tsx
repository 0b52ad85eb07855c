import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { DashboardPage } from './DashboardPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const buy = {
  ...{ kind: 'buy', what: 'Orders with goods to buy', command: 'pickup buy', count: 3, naira: 9_000 },
  oldestAt: '2026-11-20T09:05:00Z',
  centres: ['IKJ', 'YAB'].map((code, index) => ({
    ...{ centre: `LAG-${code}`, name: code, count: index + 1, naira: 3_000, oldestAt: null },
  })),
};
const day = {
  day: '2026-11-20',
  orders: 2,
  paidInNaira: 5_000,
  paidBackNaira: 0,
  attempts: 3,
  newShoppers: 1,
};
function open(data: object, may = ['pickup buy', 'order list', 'alarm list'], recoveryCodesLeft = 10): void {
  const answer = (of: object) => () => ({ json: { success: true, data: of } });
  installScriptedApi({
    'GET /api/ops/today': answer({ setup: [], waiting: [], closing: [], days: [], ...data }),
    'GET /api/ops/access': answer({ recoveryCodesLeft }),
  });
  renderScreenWithoutApp(<DashboardPage may={may} />);
}

test('goods to buy lead to the list of what to buy, also of one centre', async () => {
  open({ waiting: [buy], days: [day] });
  const link = await screen.findByRole('link', { name: /^Orders with goods to buy/ });
  expect(link.getAttribute('href')).toBe('/ops/pickup/buy');
  expect(screen.getByRole('link', { name: /^YAB/ }).getAttribute('href')).toBe(
    '/ops/pickup/buy?centre=LAG-YAB',
  );
  expect(screen.getByText('₦5,000')).toBeTruthy();
});

test.each([
  ['pack', 'order list', '/ops/orders?status=processing&centre=LAG-YAB'],
  ['tell', 'order list', '/ops/orders?only=unreached&centre=LAG-YAB'],
  ['alarm', 'alarm list', '/ops/work?show=alarms'],
  ['dead_task', 'alarm list', '/ops/work?show=tasks'],
  ['failed_job', 'alarm list', '/ops/work?show=jobs'],
])('waiting work of the kind %s leads to just its rows', async (kind, command, href) => {
  open({ waiting: [{ ...buy, kind, command, centres: href.includes('LAG') ? buy.centres : [] }] });
  await screen.findByText(/^Orders with goods/);
  expect(screen.getAllByRole('link').at(-1)?.getAttribute('href')).toBe(href);
});

test('a centre that cannot hand out so many orders on a day is warned of', async () => {
  const overload = 'More than this centre can hand out in a day: 52 of 40';
  const [first, second] = buy.centres;
  open({
    waiting: [
      {
        ...buy,
        kind: 'move',
        centres: [
          { ...first, overload },
          { ...second, overload: null },
        ],
      },
    ],
  });
  await screen.findByText(overload);
  open({ waiting: [{ ...buy, kind: 'hand_out', centres: [{ ...first, overload }] }] });
  await screen.findByText(new RegExp(`IKJ, ${overload}`));
});

test('work that the role may not open is no link', async () => {
  open({ waiting: [buy] }, []);
  await screen.findByText(/^Orders with goods to buy/);
  expect(screen.queryByRole('link')).toBeNull();
});

test('with nothing to do it says so, and without figures there are no empty charts', async () => {
  open({});
  await screen.findByText('Nothing is waiting. New work appears here by itself.');
  expect(screen.queryByRole('heading', { name: /^The last 14 days/ })).toBeNull();
});

test('few recovery codes are told before the phone is lost', async () => {
  open({}, [], 1);
  await screen.findByText('Recovery codes left: 1. A lost phone would lock you out.');
});
