import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { JoinedGroup } from '#contract/schemas/group.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../../support/api-checkout.ts';
import { createErrorBody } from '../../support/error-body.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, startAdvancingFakeTimers } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

const DAY_MS = 86_400_000;

/** Tests the statuses and tabs of the account page, and the progress on the product page. */
export function groupStates(phone: SimulatedPhone): void {
  const openAccount = async (...groups: (Partial<JoinedGroup> & { title: string })[]) => {
    await phone.member();
    const data = groups.map(groupOf);
    const stats = { total: 0, forming: 0, successful: 0, failed: 0, totalSpent: 0, totalUnits: 0 };
    const body = { success: true, data, stats, serverTime: new Date().toISOString() };
    phone.line.fail('GET /api/group/my-groups', { status: 200, body });
    await phone.open('/account');
    await screen.findByRole('heading', { name: 'Your Group Buys' });
    await waitFor(() => expect(phone.line.sentTo('GET /api/group/my-groups')).not.toEqual([]));
  };
  const card = async (title: string) =>
    (await screen.findByRole('link', { name: title })).closest('li') as HTMLElement;
  const inTab = (tab: string) => {
    tapControl(tab);
    return screen
      .queryAllByRole('progressbar')
      .map((bar) => bar.getAttribute('aria-label')?.replace('Group progress of ', ''));
  };

  describe('Group buy statuses', () => {
    test(
      says(
        'Statuses: active (shown as Forming), successful and secured (shown as Secured), processing, packaging, ready_for_pickup, delivered, failed, refunded, manual_review.',
      ),
      async () => {
        const words = {
          active: 'Forming',
          successful: 'Secured',
          secured: 'Secured',
          processing: 'Processing',
          packaging: 'Packaging',
          ready_for_pickup: 'Ready for pickup',
          delivered: 'Delivered',
          failed: 'Failed',
          refunded: 'Refunded',
          manual_review: 'Under review',
        } as const;
        const statuses = Object.keys(words) as (keyof typeof words)[];
        await openAccount(...statuses.map((status) => ({ title: `Was ${status}`, status, unitsSold: 0 })));
        await card('Was active');
        const seen: string[] = [];
        for (const tab of ['All', 'Failed']) {
          tapControl(tab);
          for (const bar of screen.getAllByRole('progressbar')) {
            const status = bar.getAttribute('aria-label')?.split(' Was ')[1] as keyof typeof words;
            expect(within(bar.closest('li') as HTMLElement).getByText(words[status])).toBeDefined();
            seen.push(status);
          }
        }
        expect(seen.sort()).toEqual(statuses.sort());
      },
    );

    test(says("Unknown shows 'Unknown'."), async () => {
      await openAccount(
        { title: 'Known', status: 'active' },
        { title: 'Strange', status: 'frozen' as 'active' },
        { title: 'Odd', status: 'toString' as 'active' },
      );
      await card('Known');
      expect(within(await card('Strange')).getByText('Unknown')).toBeDefined();
      expect(within(await card('Odd')).getByText('Unknown')).toBeDefined();
    });

    test(says('Server-side transitions: not shown.'), async () => {
      const product = await addTestProduct(phone.api, { title: 'Moved', minUnits: 2 });
      const shopper = await phone.member();
      await adjustTestWallet(phone.api, shopper.id, 5_000);
      await payFromWalletThroughApi(phone.api, shopper, product, 2);
      await phone.open('/account');
      const row = await card('Moved');
      // The card shows the group's present status only, not the change from forming to full.
      expect(row.textContent).toContain('Secured');
      expect(row.textContent).not.toMatch(/Forming|successful|secured|→|->/);
    });

    const ALL_STATUSES = [
      { title: 'active', status: 'active' },
      { title: 'successful', status: 'successful' },
      { title: 'secured', status: 'secured' },
      { title: 'processing', status: 'processing' },
      { title: 'packaging', status: 'packaging' },
      { title: 'ready', status: 'ready_for_pickup' },
      { title: 'delivered', status: 'delivered' },
      { title: 'failed', status: 'failed' },
      { title: 'refunded', status: 'refunded' },
      { title: 'review of 9', status: 'manual_review', unitsSold: 9 },
      { title: 'review of 10', status: 'manual_review', unitsSold: 10 },
      { title: 'review of 11', status: 'manual_review', unitsSold: 11 },
    ] as const;
    const done = ['successful', 'secured', 'processing', 'packaging', 'ready', 'delivered'];
    const filled = ['review of 10', 'review of 11'];

    test(
      says(
        'all: active, successful, secured, processing, packaging, ready_for_pickup, delivered, plus manual_review when unitsSold >= minimumViableUnits.',
      ),
      async () => {
        await openAccount(...ALL_STATUSES);
        await card('active');
        expect(inTab('All')).toEqual(['active', ...done, ...filled]);
      },
    );

    test(
      says(
        'successful: successful, secured, processing, packaging, ready_for_pickup, delivered, plus manual_review when unitsSold >= minimumViableUnits.',
      ),
      async () => {
        await openAccount(...ALL_STATUSES);
        await card('active');
        expect(inTab('Successful')).toEqual([...done, ...filled]);
      },
    );

    test(
      says('failed: failed, refunded, plus manual_review when unitsSold < minimumViableUnits.'),
      async () => {
        await openAccount(...ALL_STATUSES);
        await card('active');
        expect(inTab('Failed')).toEqual(['failed', 'refunded', 'review of 9']);
      },
    );

    test(says('active: status active only.'), async () => {
      await openAccount(...ALL_STATUSES);
      await card('active');
      expect(inTab('Active')).toEqual(['active']);
    });

    test(
      says(
        'The list time remaining is shown in whole days, rounded up, only for active groups with time left.',
      ),
      async () => {
        const at = (ms: number) => new Date(Date.now() + ms).toISOString();
        await openAccount(
          { title: 'A day and a bit', deadline: at(DAY_MS + 60_000) },
          { title: 'Half a day', deadline: at(DAY_MS / 2) },
          { title: 'Over', deadline: at(-60_000) },
          { title: 'No deadline', deadline: null },
          { title: 'Full', status: 'successful', deadline: at(DAY_MS / 2) },
        );
        expect((await card('A day and a bit')).textContent).toContain('2 days left');
        expect((await card('Half a day')).textContent).toContain('1 day left');
        for (const title of ['Over', 'No deadline', 'Full']) {
          expect((await card(title)).textContent).not.toMatch(/\bleft\b/);
        }
      },
    );

    test(says('The progress bar is clamped to 0..100.'), async () => {
      await openAccount(
        { title: 'Too full', progressPercentage: 140 },
        { title: 'Below', progressPercentage: -5 },
        { title: 'Between', progressPercentage: 42 },
      );
      const bar = async (title: string) =>
        within(await card(title)).getByRole('progressbar') as HTMLProgressElement;
      expect((await bar('Too full')).max).toBe(100);
      expect((await bar('Too full')).value).toBe(100);
      expect((await bar('Below')).value).toBe(0);
      expect((await bar('Between')).value).toBe(42);
    });
  });

  describe('Product page', () => {
    const openProduct = async (slug: string, progress: Record<string, unknown>) => {
      const productId = await addTestProduct(phone.api, { slug, title: slug });
      phone.line.fail(`GET /api/group/product/${productId}`, {
        status: 200,
        body: {
          success: true,
          data: {
            progressPercentage: 40,
            timeRemaining: 0,
            spotsRemaining: 6,
            groupId: 'b7a8d6a4-52f7-4ef8-9a52-0a7f3f3a0001',
            status: 'active',
            unitsSold: 4,
            minimumViableUnits: 10,
            participantCount: 2,
            deadline: null,
            serverTime: new Date().toISOString(),
            ...progress,
          },
        },
      });
      await phone.open(`/product/${slug}`);
      // The box is drawn with the product, from the group figures that the product's answer holds.
      await screen.findByText(progress.spotsRemaining === 0 ? 'Completed!' : '40% joined');
      return `GET /api/group/product/${productId}`;
    };

    test(says('A countdown ticks every second from timeRemaining to 0.'), async () => {
      startAdvancingFakeTimers();
      const leftMs = 90_061_000;
      // The server's clock is an hour behind the phone's, which must not change the countdown.
      const serverTime = new Date(Date.now() - 3_600_000).toISOString();
      const deadline = new Date(Date.parse(serverTime) + leftMs).toISOString();
      await openProduct('ticking', { timeRemaining: leftMs, serverTime, deadline });
      const clock = () => screen.getByRole('timer').textContent?.replace(/[^\d:]/g, '');
      expect(clock()).toMatch(/^01:01:0[01]:[0-5]\d$/);
      const seconds = () => {
        const [days = 0, hours = 0, minutes = 0, left = 0] = (clock() ?? '').split(':').map(Number);
        return ((days * 24 + hours) * 60 + minutes) * 60 + left;
      };
      const seen = new Set<number>();
      for (let half = 0; half < 12; half += 1) {
        seen.add(seconds());
        await advanceFakeTime(500);
      }
      const [first = 0] = seen;
      expect([...seen]).toEqual(Array.from({ length: seen.size }, (_, index) => first - index));
      expect(seen.size).toBeGreaterThanOrEqual(6);
      const call = await openProduct('ending', {
        timeRemaining: 2_000,
        serverTime: new Date().toISOString(),
        deadline: new Date(Date.now() + 2_000).toISOString(),
      });
      // At the end the page asks again; without an answer its clock stays at zero.
      phone.line.fail(call, 'silence');
      await advanceFakeTime(3_000);
      expect(clock()).toBe('00:00:00:00');
      await advanceFakeTime(3_000);
      expect(clock()).toBe('00:00:00:00');
    });

    test(says("When spotsRemaining is 0 the panel shows 'Completed!'."), async () => {
      await openProduct('one-left', { spotsRemaining: 1 });
      expect(screen.queryByText('Completed!')).toBeNull();
      await openProduct('full', { spotsRemaining: 0, progressPercentage: 100 });
      expect(screen.getByText('Completed!')).toBeDefined();
    });

    test(
      says('Adding to cart succeeds on 200, the cart cache is updated, and the modal opens.'),
      async () => {
        await addTestProduct(phone.api, { slug: 'to-be-added', title: 'To be added' });
        const { id } = await phone.member();
        const refused = { status: 400, body: createErrorBody('bad_request', 'No more') };
        phone.line.fail('POST /api/cart/add', refused, 1);
        await phone.open('/product/to-be-added');
        await screen.findByLabelText('Quantity');
        tapControl('Add to cart');
        expect((await screen.findAllByText('No more')).length).toBeGreaterThan(0);
        expect(screen.queryByText('Added to cart, hurry and checkout your product.')).toBeNull();
        tapControl('Add to cart');
        await screen.findByText('Added to cart, hurry and checkout your product.');
        const cached = () =>
          phone.queryClient
            .getQueryCache()
            .findAll({ queryKey: ['u', id, 'cart'] })
            .map(({ state }) => state.data as { items: { name: string }[] });
        await waitFor(() => expect(cached()[0]?.items.map(({ name }) => name)).toEqual(['To be added']));
        expect(await screen.findByRole('link', { name: 'Cart, 1 item', hidden: true })).toBeDefined();
      },
    );
  });
}

function groupOf(
  { title, ...changes }: Partial<JoinedGroup> & { title: string },
  index: number,
): JoinedGroup {
  const instant = new Date().toISOString();
  return {
    _id: `b7a8d6a4-52f7-4ef8-9a52-0a7f3f3a${String(index).padStart(4, '0')}`,
    status: 'active',
    kind: 'open',
    productId: { _id: 'p', title, slug: 'a-slug', images: [], price: 1_000 },
    unitsSold: 4,
    minimumViableUnits: 10,
    participantCount: 2,
    progressPercentage: 40,
    timeRemaining: 0,
    deadline: null,
    createdAt: instant,
    userJoinedAt: instant,
    userContributionPercentage: 50,
    userQuantity: 2,
    quantity: 2,
    userUnits: 2,
    userAmount: 2_000,
    amountPaid: 2_000,
    refundedAmount: 0,
    baseUnitName: null,
    canLeave: false,
    canSwitchToSolo: false,
    orders: [],
    ...changes,
  };
}
