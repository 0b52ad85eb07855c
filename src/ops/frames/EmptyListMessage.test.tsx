import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { ApprovalsPage } from '../back-office/ApprovalsPage.tsx';
import { ReviewsPage } from '../back-office/ReviewsPage.tsx';
import { GroupsPage } from '../groups/GroupsPage.tsx';
import { GoodsToBuyPage } from '../papers/GoodsToBuyPage.tsx';
import { PickupCounterPage } from '../pickup/PickupCounterPage.tsx';
import { ProductsPage } from '../products/ProductsPage.tsx';

/** Tests that empty pages of the console say what to do, and link there. */

afterEach(() => vi.unstubAllGlobals());

const nothing = () => ({ json: { success: true, data: [] } });
const MAY = ['pickup list', 'pickup buy', 'centre edit', 'group list', 'product list'];

interface Case {
  page: ReactElement;
  at: string;
  says: string;
  leads?: [button: string, to: string];
}

test.each<[string, Case]>([
  [
    'groups',
    {
      ...{ page: <GroupsPage />, at: '/ops/groups' },
      says: 'No groups are under way. A group opens with the first paid order of a product on sale.',
      leads: ['See the Products', '/ops/products'],
    },
  ],
  [
    'groups of one status',
    {
      ...{ page: <GroupsPage />, at: '/ops/groups?status=failed' },
      says: 'No groups match. Choose another status or search for another product.',
      leads: ['Show All under Way', '/ops/groups'],
    },
  ],
  [
    'products',
    {
      ...{ page: <ProductsPage may={[...MAY, 'product add']} />, at: '/ops/products' },
      says: 'No products yet. Add the first one or import a list.',
      leads: ['New Product', '/ops/products/new'],
    },
  ],
  [
    'goods to buy',
    {
      ...{ page: <GoodsToBuyPage may={MAY} />, at: '/ops/pickup/buy' },
      says: 'Nothing to buy. Goods will be here once their group is full.',
      leads: ['See the Groups', '/ops/groups'],
    },
  ],
  [
    'the counter without a centre',
    {
      ...{ page: <PickupCounterPage may={MAY} />, at: '/ops/pickup' },
      says: 'There is no pickup centre yet. Shoppers can order once there is one.',
      leads: ['Add a Centre', '/ops/pickup/centres'],
    },
  ],
  [
    'approvals',
    {
      ...{ page: <ApprovalsPage may={MAY} />, at: '/ops/approvals' },
      says: 'Nothing is waiting for approval. What needs a second person will be here and on Today.',
    },
  ],
  [
    'reviews',
    {
      ...{ page: <ReviewsPage may={MAY} />, at: '/ops/reviews' },
      says: 'No reviews yet. Shoppers can write one after they have collected their goods.',
    },
  ],
])('%s: nothing there is said with what to do', async (_, { page, at, says, leads }) => {
  installScriptedApi({
    'GET /api/ops/groups': nothing,
    'GET /api/ops/products': nothing,
    'GET /api/ops/approvals': nothing,
    'GET /api/ops/reviews': nothing,
    'GET /api/ops/pickup/centres': nothing,
    'GET /api/ops/pickup/buy': () => ({ json: { success: true, data: { goods: [] } } }),
  });
  renderScreenWithoutApp(page, { at });
  await screen.findByText(says);
  if (leads) expect(screen.getByRole('link', { name: leads[0] }).getAttribute('href')).toBe(leads[1]);
});
