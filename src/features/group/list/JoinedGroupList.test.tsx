import { onlineManager } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { JoinedGroup } from '#contract/schemas/group.ts';
import type { OrderReceipt } from '#contract/schemas/order.ts';
import {
  createScriptedRefusal,
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
  sampleUser,
  signInWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import { JoinedGroupList } from './JoinedGroupList.tsx';
import { JoinedGroupStatistics } from './JoinedGroupStatistics.tsx';

const NOW = '2026-11-20T10:00:00.000Z';
const stats = { total: 3, forming: 1, successful: 1, failed: 1, totalSpent: 184_300, totalUnits: 47 };

function group(title: string, status: JoinedGroup['status'], more: Partial<JoinedGroup> = {}): JoinedGroup {
  return {
    _id: `group-${title}`,
    status,
    kind: 'open',
    productId: { _id: title, title, slug: title.toLowerCase(), images: [], price: 1 },
    unitsSold: 380,
    minimumViableUnits: 500,
    participantCount: 38,
    progressPercentage: 76,
    timeRemaining: 0,
    deadline: null,
    createdAt: NOW,
    userJoinedAt: NOW,
    userContributionPercentage: 1.5,
    userQuantity: 1,
    quantity: 1,
    userUnits: 25,
    userAmount: 25_750,
    amountPaid: 25_750,
    refundedAmount: 0,
    baseUnitName: 'kg',
    canLeave: false,
    canSwitchToSolo: false,
    orders: [],
    ...more,
  };
}
const rice = group('Rice', 'active', { deadline: '2026-11-22T09:00:00.000Z', canLeave: true });
const chicken = group('Chicken', 'ready_for_pickup', {
  orders: [
    {
      trackingNumber: 'GB-7731KQ2M',
      pickup: {
        name: 'Yaba Centre',
        address: 'Herbert Macaulay Way',
        city: 'Yaba',
        hours: '9am-6pm',
        readyAt: NOW,
        collectBy: '2026-11-23T10:00:00.000Z',
        code: '482913',
        isCollected: false,
      },
      steps: [
        { step: 'paid', at: '2026-11-16T10:00:00.000Z', expectedFrom: null, expectedTo: null },
        { step: 'group_full', at: '2026-11-17T10:00:00.000Z', expectedFrom: null, expectedTo: null },
        { step: 'packed', at: null, expectedFrom: null, expectedTo: null },
        { step: 'ready', at: NOW, expectedFrom: null, expectedTo: null },
        { step: 'collected', at: null, expectedFrom: null, expectedTo: '2026-11-23T10:00:00.000Z' },
      ],
      lines: [
        {
          slug: 'chicken',
          title: 'Chicken',
          unitName: 'carton-10',
          unit: 'carton',
          quantity: 2,
          paid: 41_000,
        },
      ],
    },
  ],
});
const onions = group('Onions', 'refunded', { canSwitchToSolo: true });
const reply = (data: JoinedGroup[]) => ({ json: { success: true, data, stats, serverTime: NOW } });

beforeEach(() => signInWithoutApp());

const handleOrderAgain = vi.fn();
function openList(data: JoinedGroup[], more: ScriptedApiRoutes = {}, onSwitchedToSolo = vi.fn()) {
  const sent = installScriptedApi({ 'GET /api/group/my-groups': () => reply(data), ...more });
  renderScreenWithoutApp(
    <JoinedGroupList
      userId={sampleUser.id}
      onSwitchedToSolo={onSwitchedToSolo}
      onOrderAgain={handleOrderAgain}
      isOrdering={false}
    />,
  );
  return sent;
}
const card = (title: string) => {
  const item = screen.getByRole('link', { name: title }).closest('li');
  if (!item) throw new Error(`no card of ${title}`);
  return within(item);
};
const titles = () =>
  screen.getAllByRole('progressbar').map((bar) => bar.closest('li')?.querySelector('a')?.textContent);

test('a forming group shows its progress, days left and what was paid', async () => {
  openList([rice, group('Beans', 'secured', { kind: 'solo' })]);
  expect(screen.getByRole('status', { name: 'Loading your group buys' })).toBeDefined();
  expect(screen.queryByText(/^Updated/)).toBeNull();
  await screen.findByRole('link', { name: 'Rice' });
  for (const text of ['Forming', '2 days left']) expect(card('Rice').getByText(text)).toBeDefined();
  const facts = card('Rice')
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
  expect(facts).toEqual(['Units: 380 of 500 kg', 'Participants: 38', 'You paid: ₦25,750']);
  expect(card('Rice').getByText('Your share: 25 of 500 kg.')).toBeDefined();
  expect(card('Rice').queryByText('Solo purchase')).toBeNull();
  expect(card('Beans').getByText('Solo purchase')).toBeDefined();
  expect(card('Rice').getByRole<HTMLProgressElement>('progressbar').value).toBe(76);
});

test('an order that is ready shows number, centre, address and code', async () => {
  openList([chicken]);
  await screen.findByRole('link', { name: 'Chicken' });
  expect(card('Chicken').getByText('Ready for pickup')).toBeDefined();
  expect(card('Chicken').getByText('Tracking number').closest('dl')?.textContent).toBe(
    'Tracking numberGB-7731KQ2MPickup centreYaba CentreHerbert Macaulay Way, Yaba9am-6pmPickup code482913Collect by 23 Nov 2026',
  );
});

const way = (within: { getByRole: typeof screen.getByRole }) =>
  [...within.getByRole('list', { name: 'The way of your order' }).children].map(
    (step) =>
      `${step.getAttribute('aria-current') ?? step.getAttribute('data-reached')}: ${[...step.children].map((part) => part.textContent).join(' | ')}`,
  );

test('an order shows its way with the days, what is reached and what comes next', async () => {
  openList([chicken]);
  await screen.findByRole('link', { name: 'Chicken' });
  expect(way(card('Chicken'))).toEqual([
    'true: Paid | 16 Nov 2026',
    'true: Group full | 17 Nov 2026',
    'true: Packed | ',
    'true: Ready at Yaba Centre | 20 Nov 2026',
    'step: Collected | by 23 Nov 2026',
  ]);
});

test.each([
  ['expected 19 to 22 Nov 2026', '2026-11-19T10:00:00.000Z', '2026-11-22T10:00:00.000Z'],
  ['expected by 22 Nov 2026', null, '2026-11-22T10:00:00.000Z'],
  ['late, was expected 16 to 19 Nov 2026', '2026-11-16T10:00:00.000Z', '2026-11-19T10:00:00.000Z'],
  ['', null, null],
])('goods on their way to the centre are “%s”', async (words, expectedFrom, expectedTo) => {
  const steps = chicken.orders[0]?.steps.map((step) =>
    step.step === 'ready'
      ? { ...step, at: null, expectedFrom, expectedTo }
      : { ...step, ...(step.step === 'collected' && { expectedTo: null }) },
  );
  openList([
    group('Chicken', 'packaging', {
      orders: chicken.orders.map((order) => ({ ...order, steps: steps ?? [] })),
    }),
  ]);
  await screen.findByRole('link', { name: 'Chicken' });
  expect(way(card('Chicken')).slice(2)).toEqual([
    `step: Packed | `,
    `false: Ready at Yaba Centre | ${words}`,
    'false: Collected | within 3 days',
  ]);
});

test('the code stands there for a camera too, until everything is collected', async () => {
  openList([chicken]);
  expect(await screen.findByRole('img', { name: 'QR code for the pickup of GB-7731KQ2M' })).toBeDefined();
});

test('what is collected shows no code to a camera', async () => {
  const orders = chicken.orders.map((order) => ({
    ...order,
    pickup: { ...order.pickup, isCollected: true },
  }));
  openList([{ ...chicken, orders }]);
  await screen.findByRole('link', { name: 'Chicken' });
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
});

test('less of a line can be kept, and what comes back is said first', async () => {
  const toasts = recordToastRequests();
  const [order] = chicken.orders as [(typeof chicken.orders)[number]];
  const line = {
    slug: 'rice',
    title: 'Rice',
    unitName: 'bag-5',
    unit: '5 kg bag',
    quantity: 5,
    paid: 25_750,
  };
  const lines = [{ ...line, takeLess: { lineNumber: 2, baseUnitQuantity: 5, paid: 25_750 } }];
  const sent = openList(
    [
      { ...rice, orders: [{ ...order, lines }] },
      group('Beans', 'active', { canLeave: true, orders: [{ ...order, lines: [line] }] }),
    ],
    {
      [`POST /api/group/${rice._id}/take-less`]: () => ({ json: { success: true, data: rice } }),
    },
  );
  await screen.findByRole('link', { name: 'Rice' });
  expect(card('Beans').queryByRole('button', { name: 'Take less' })).toBeNull();
  const user = userEvent.setup();
  await user.click(card('Rice').getByRole('button', { name: 'Take less' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Take less?' }));
  expect(dialog.getByText('You keep, of 5 × 5 kg bag')).toBeDefined();
  const words = (naira: string, units: string) =>
    `${naira} goes back to your wallet. Your order then counts ${units} in the group.`;
  expect(dialog.getByText(words('₦5,150', '20 kg'))).toBeDefined();
  expect(dialog.queryByRole('combobox')).toBeNull();
  for (let taps = 0; taps < 2; taps += 1)
    await user.click(dialog.getByRole('button', { name: 'Decrease quantity' }));
  expect(dialog.getByText(words('₦15,450', '10 kg'))).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Take less' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(toasts).toMatchObject([
    {
      kind: 'success',
      message: 'Your order is smaller now. The money for the rest is in your wallet.',
    },
  ]);
  const posts = sent.filter(({ method }) => method === 'POST');
  expect(posts).toMatchObject([{ body: { trackingNumber: 'GB-7731KQ2M', lineNumber: 2, quantity: 2 } }]);
});

test('leaving after a smaller order gives back what is left of the money', async () => {
  openList([{ ...rice, refundedAmount: 5_150 }]);
  await screen.findByRole('link', { name: 'Rice' });
  expect(card('Rice').getByText('Refunded').nextSibling?.textContent).toBe('₦5,150');
  await userEvent.click(card('Rice').getByRole('button', { name: 'Leave group' }));
  expect(screen.getByText(/₦20,600 goes back to your wallet/)).toBeDefined();
});

test('the receipt of an order is read when it is asked for', async () => {
  const receipt: OrderReceipt = {
    trackingNumber: 'GB-7731KQ2M',
    reference: 'gb-01',
    boughtAt: NOW,
    buyer: 'Ada Obi',
    centre: { name: 'Yaba Centre', address: 'Herbert Macaulay Way, Yaba', city: 'Yaba' },
    lines: chicken.orders[0]?.lines.map((line) => ({ ...line, refunded: 500, steps: [] })) ?? [],
    ...{ total: 41_000, walletUsed: 1_000, cardAmount: 40_000, refunded: 500 },
  };
  const sent = openList([chicken], {
    'GET /api/orders/GB-7731KQ2M/receipt': () => ({ json: { success: true, data: receipt } }),
  });
  await screen.findByRole('link', { name: 'Chicken' });
  expect(sent.some(({ path }) => path.includes('receipt'))).toBe(false);
  await userEvent.click(card('Chicken').getByRole('button', { name: 'Receipt' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  await dialog.findByText('2 × Chicken · carton');
  expect(dialog.getByText('Yaba Centre, Herbert Macaulay Way, Yaba')).toBeDefined();
  const amounts = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(amounts).toEqual([
    ...['2 × Chicken · carton₦41,000', 'Total₦41,000', 'From wallet₦1,000', 'By card₦40,000', 'Refunded₦500'],
  ]);
  handleOrderAgain.mockClear();
  await userEvent.click(dialog.getByRole('button', { name: 'Order again' }));
  expect(handleOrderAgain.mock.calls).toMatchObject([[chicken.orders[0]?.lines]]);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the receipt shows the way of each line, under its name where there are several', async () => {
  const steps = chicken.orders[0]?.steps ?? [];
  const line = { slug: 'x', unitName: null, unit: null, quantity: 1, paid: 1_000, refunded: 0, steps };
  const receipt: OrderReceipt = {
    trackingNumber: 'GB-7731KQ2M',
    reference: 'gb-01',
    boughtAt: NOW,
    buyer: 'Ada Obi',
    centre: { name: 'Yaba Centre', address: 'Herbert Macaulay Way', city: 'Yaba' },
    lines: [
      { ...line, title: 'Chicken' },
      { ...line, title: 'Rice', steps: steps.map((step) => ({ ...step, at: NOW })) },
      { ...line, title: 'Beans', refunded: 1_000, steps: [] },
    ],
    ...{ total: 3_000, walletUsed: 3_000, cardAmount: 0, refunded: 1_000 },
  };
  openList([chicken], {
    'GET /api/orders/GB-7731KQ2M/receipt': () => ({ json: { success: true, data: receipt } }),
  });
  await screen.findByRole('link', { name: 'Chicken' });
  await userEvent.click(card('Chicken').getByRole('button', { name: 'Receipt' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  await dialog.findByRole('heading', { name: 'Chicken' });
  const ways = dialog.getAllByRole('list', { name: 'The way of your order' });
  expect(ways.map((list) => list.previousElementSibling?.textContent)).toEqual(['Chicken', 'Rice']);
  expect(ways.map((list) => list.lastElementChild?.textContent)).toEqual([
    'Collectedby 23 Nov 2026',
    'Collected20 Nov 2026',
  ]);
});

test('what a card shows of an order can be ordered again', async () => {
  openList([chicken]);
  await screen.findByRole('link', { name: 'Chicken' });
  handleOrderAgain.mockClear();
  await userEvent.click(card('Chicken').getByRole('button', { name: 'Order again' }));
  expect(handleOrderAgain.mock.calls).toEqual([[chicken.orders[0]?.lines]]);
});

test('an order that is not ready has no code yet', async () => {
  const orders = chicken.orders.map((order) => ({ ...order, pickup: { ...order.pickup, code: null } }));
  openList([group('Chicken', 'packaging', { orders })]);
  await screen.findByRole('link', { name: 'Chicken' });
  expect(card('Chicken').getByText('GB-7731KQ2M')).toBeDefined();
  expect(card('Chicken').queryByText('Pickup code')).toBeNull();
});

test('tabs and search narrow the list', async () => {
  openList([rice, chicken, onions]);
  await screen.findByRole('link', { name: 'Rice' });
  expect(titles()).toEqual(['Rice', 'Chicken']);
  await userEvent.click(screen.getByRole('button', { name: 'Failed' }));
  expect(titles()).toEqual(['Onions']);
  await userEvent.click(screen.getByRole('button', { name: 'Active' }));
  expect(titles()).toEqual(['Rice']);
  await userEvent.type(screen.getByPlaceholderText('Search'), 'oil');
  expect(screen.getByText('No group buys match your filters.')).toBeDefined();
});

test('the six orders are asked of the server', async () => {
  const sent = openList([rice]);
  await screen.findByRole('link', { name: 'Rice' });
  const sort = screen.getByRole('combobox', { name: 'Sort' });
  const options = within(sort).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual([
    'Newest First',
    'Oldest First',
    'Progress High to Low',
    'Progress Low to High',
    'Amount High to Low',
    'Amount Low to High',
  ]);
  await userEvent.selectOptions(sort, 'Amount Low to High');
  await vi.waitFor(() => expect(sent.at(-1)?.query.toString()).toBe('sortBy=userAmount&sortOrder=asc'));
});

test('nobody’s first visit: an empty list and a way to the deals', async () => {
  openList([]);
  expect(await screen.findByText('You have no group buys yet.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'See group deals' })).toBeDefined();
  expect(screen.queryByText(/under Failed/)).toBeNull();
});

test('whose groups all failed is led to them, because the list begins without failed ones', async () => {
  openList([group('Rice', 'refunded')]);
  expect(await screen.findByText('You have no group buys yet.')).toBeDefined();
  expect(screen.getByText('Groups that did not fill are under Failed.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'See failed groups' }));
  expect(screen.getByRole('link', { name: 'Rice' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Failed' }).getAttribute('aria-pressed')).toBe('true');
});

test('leaving asks first, then gives the group up', async () => {
  const toasts = recordToastRequests();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const sent = openList([rice], {
    'POST /api/group/group-Rice/leave': async () => {
      await held;
      return { json: { success: true, data: rice } };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Leave group' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Leave this group?' }));
  expect(dialog.getByText('You leave the group for Rice. ₦25,750 goes back to your wallet.')).toBeDefined();
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Stay in the group' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Leave group' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave group' }));
  expect(await screen.findByRole('button', { name: 'Leaving...' })).toBeDefined();
  answer();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(toasts).toMatchObject([
    { kind: 'success', message: 'You left the group. Your money is in your wallet.' },
  ]);
  expect(sent.find(({ method }) => method === 'POST')?.key).toMatch(/^[0-9a-f-]{36}$/);
});

test('a leave whose answer was lost is asked again under its key, and the list is looked at anew', async () => {
  let tries = 0;
  const left = { ...rice, canLeave: false };
  const sent = openList([rice], {
    'GET /api/group/my-groups': () => reply([tries > 1 ? left : rice]),
    'POST /api/group/group-Rice/leave': () => {
      tries += 1;
      return tries === 1 ? 'lost' : { json: { success: true, data: left } };
    },
  });
  const leave = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Leave group' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave group' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const looks = () => sent.filter(({ path }) => path === '/api/group/my-groups').length;
  await screen.findByRole('link', { name: 'Rice' });
  const before = looks();
  await leave();
  await vi.waitFor(() => expect(looks()).toBe(before + 1));
  await leave();
  const keys = sent.filter(({ method }) => method === 'POST').map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Leave group' })).toBeNull());
});

test('after a failed group its lines can be bought solo', async () => {
  const cart = { success: true, cartId: 'c', version: 1, items: [], totalPrice: 0, walletBalance: 0 };
  const handleSwitched = vi.fn();
  openList(
    [onions],
    { 'POST /api/group/group-Onions/switch-to-solo': () => ({ json: cart }) },
    handleSwitched,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Failed' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Buy solo' }));
  await vi.waitFor(() => expect(handleSwitched).toHaveBeenCalledWith(cart));
});

test('failures say so, after two more tries of the list', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = openList([], {
    'GET /api/group/my-groups': () => createScriptedRefusal(500, 'x', 'internal'),
  });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await screen.findByText('Unable to load group buys. Please try again later.')).toBeDefined();
  expect(sent).toHaveLength(3);
  vi.useRealTimers();
});

test('statistics show the six figures, and zeros with a sentence when they fail', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  installScriptedApi({ 'GET /api/group/my-groups': () => reply([]) });
  const { unmount } = renderScreenWithoutApp(<JoinedGroupStatistics userId={sampleUser.id} />);
  expect(await screen.findByText('₦184,300')).toBeDefined();
  unmount();
  installScriptedApi({ 'GET /api/group/my-groups': () => createScriptedRefusal(500, 'x', 'internal') });
  renderScreenWithoutApp(<JoinedGroupStatistics userId={sampleUser.id} />);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await screen.findByText('Unable to load statistics. Please try again later.')).toBeDefined();
  const zeros = screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
  expect(zeros).toEqual([
    'Total: 0',
    'Forming: 0',
    'Successful: 0',
    'Failed: 0',
    'Total spent: ₦0',
    'Total units: 0',
  ]);
  vi.useRealTimers();
});

test('offline a list that was never seen says that it is not on the phone', async () => {
  onlineManager.setOnline(false);
  openList([rice]);
  expect(await screen.findByText("You're offline")).toBeDefined();
  const words = 'This page was not saved on your phone yet. It opens when you are back online.';
  expect(screen.getByText(words)).toBeDefined();
  onlineManager.setOnline(true);
  expect(await screen.findByRole('link', { name: 'Rice' })).toBeDefined();
});

test('offline statistics that were never seen are not zeros', async () => {
  onlineManager.setOnline(false);
  installScriptedApi({ 'GET /api/group/my-groups': () => reply([]) });
  renderScreenWithoutApp(<JoinedGroupStatistics userId={sampleUser.id} />);
  expect(await screen.findByText(/^Not saved on your phone yet/)).toBeDefined();
  expect(screen.queryByText('₦0')).toBeNull();
  expect(screen.queryByText('0')).toBeNull();
  onlineManager.setOnline(true);
  expect(await screen.findByText('₦184,300')).toBeDefined();
});

test('a forming group in the account invites others with the member’s link; an ended one does not', async () => {
  openList([rice, chicken, group('Beans', 'active', { deadline: '2026-11-20T09:59:00.000Z' })]);
  await screen.findByRole('link', { name: 'Rice' });
  const invite = within(card('Rice').getByRole('group', { name: 'Invite to the group for Rice' }));
  expect(card('Rice').getByText('This group needs 120 kg more.')).toBeDefined();
  expect(invite.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' }).href).toContain(
    encodeURIComponent(`${location.origin}/product/rice?ref=ADAOBI12&group=group-Rice`),
  );
  for (const title of ['Chicken', 'Beans']) expect(card(title).queryByRole('group')).toBeNull();
});
