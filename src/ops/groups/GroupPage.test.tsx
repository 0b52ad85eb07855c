import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { ShopperPage } from '../shoppers/ShopperPage.tsx';
import { GroupPage } from './GroupPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const GROUP = '22222222-2222-4222-8222-222222222222';
const ADA = '11111111-1111-4111-8111-111111111111';
const AT = '2026-11-20T09:00:00Z';
const group = {
  ...{ groupId: GROUP, product: 'Palm oil', slug: 'palm-oil', kind: 'open', seq: 3, status: 'active' },
  ...{ reviewFrom: null, reviewDue: null, unitsSold: 53, minUnits: 200, baseUnit: 'litre', participants: 1 },
  ...{ openedAt: AT, deadline: AT, paidUnits: 53, owedNaira: 106_000 },
  ...{ collectedMembers: 0, collectedNaira: 0, refundMembers: 1, refundNaira: 106_000 },
};
const ada = { units: 53, bought: '2 x Keg 25 l, 3 x Bottle 1 l', paidNaira: 106_000, joinedAt: AT };
const whole = { units: 4, bought: null, paidNaira: 4_000, joinedAt: AT };
const BOUGHT = '2 x Keg 25 l, 3 x Bottle 1 l (53 litres)';

test('a group says what it counts in, and of each member the selling units that were bought', async () => {
  const members = [{ userId: ADA, name: 'Ada Obi', refundedNaira: 0, ...ada }];
  installScriptedApi({
    [`GET /api/ops/groups/${GROUP}`]: () => ({ json: { success: true, data: { ...group, members } } }),
  });
  renderScreenWithoutApp(<GroupPage id={GROUP} may={[]} />);
  const row = await screen.findByRole('row', { name: /Ada Obi/ });
  within(row).getByText(BOUGHT);
  screen.getByText('53 of 200 litres');
  screen.getByRole('progressbar', { name: '53 of 200 litres' });
});

test("a shopper's groups are links, with the selling units that were bought", async () => {
  const { baseUnit } = group;
  const groups = [
    { groupId: GROUP, product: 'Palm oil', status: 'active', baseUnit, ...ada },
    { groupId: ADA, product: 'Yam', status: 'failed', baseUnit: null, ...whole },
  ];
  const shopper = {
    ...{ id: ADA, name: 'Ada Obi', email: 'ada@example.com', phone: '+2348035550142', locked: false },
    ...{ createdAt: AT, balanceNaira: 0, heldNaira: 0, walletLines: [], payments: [], sessions: [] },
    ...{ notices: [], notes: [], groups },
  };
  installScriptedApi({
    [`GET /api/ops/shoppers/${ADA}`]: () => ({ json: { success: true, data: shopper } }),
  });
  renderScreenWithoutApp(<ShopperPage id={ADA} may={[]} />);
  const link = await screen.findByRole('link', { name: 'Palm oil' });
  expect(link.getAttribute('href')).toBe(`/ops/groups/${GROUP}`);
  screen.getByText(`${BOUGHT}, ₦106,000`);
  screen.getByText('4 items, ₦4,000');
});
