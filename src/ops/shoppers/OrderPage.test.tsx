import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { OrderPage } from './OrderPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const line = {
  ...{ line: 1, product: 'Local Rice', unit: null, quantity: 3, mode: 'group', stage: 'forming' },
  ...{ groupId: '22222222-2222-4222-8222-222222222222', isOwed: true, isOverdue: false, readyAt: null },
  ...{ paidNaira: 6_000, refundedNaira: 0, collectedAt: null, collectedBy: null },
};
const order = {
  ...{ trackingNumber: 'GB-7K2M9X4Q', userId: '11111111-1111-4111-8111-111111111111', shopper: 'Ada Obi' },
  ...{ reference: 'gb-1', totalNaira: 6_000, centre: 'LAG-IKJ', centreName: 'Ikeja Centre' },
  ...{ wrongCodes: 0, createdAt: '2026-11-20T09:05:00Z', unproven: [] },
  events: [
    { at: '2026-11-20T09:05:00Z', what: 'Order made', details: 'GB-7K2M9X4Q', by: null, groupId: null },
    {
      ...{ at: '2026-11-21T09:05:00Z', what: 'Group: secured', details: 'Rice', by: null },
      groupId: line.groupId,
    },
  ],
};

test.each([
  [0, false],
  [2_000, false],
  [6_000, true],
])(
  'a line of which ₦%i of ₦6,000 went back is marked as paid back in full: %s',
  async (refundedNaira, isMarked) => {
    const data = { ...order, lines: [{ ...line, refundedNaira }] };
    installScriptedApi({ 'GET /api/ops/orders/GB-7K2M9X4Q': () => ({ json: { success: true, data } }) });
    renderScreenWithoutApp(<OrderPage id="GB-7K2M9X4Q" may={[]} />);
    await screen.findByText(/Local Rice/);
    expect(screen.queryByText('Paid back in full') !== null).toBe(isMarked);
  },
);

test('the history leads to the group that an event happened to', async () => {
  const data = { ...order, lines: [line] };
  installScriptedApi({ 'GET /api/ops/orders/GB-7K2M9X4Q': () => ({ json: { success: true, data } }) });
  renderScreenWithoutApp(<OrderPage id="GB-7K2M9X4Q" may={['group show']} />);
  const link = await screen.findByRole('link', { name: 'Group: secured' });
  expect(link.getAttribute('href')).toBe(`/ops/groups/${line.groupId}`);
  expect(screen.queryByRole('link', { name: 'Order made' })).toBeNull();
});
