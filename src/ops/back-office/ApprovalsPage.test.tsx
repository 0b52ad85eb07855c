import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiAnswer,
} from '../../../tests/support/screen-alone.tsx';
import { ApprovalsPage } from './ApprovalsPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const about = {
  userId: '11111111-1111-4111-8111-111111111111',
  shopper: 'Grace Eze',
  trackingNumber: 'GB-7K2M9X4Q',
  reference: 'gb-01M8',
  groupId: '22222222-2222-4222-8222-222222222222',
  product: 'Ofada Rice',
};
const says = ['₦234,000 goes back to the card of Grace Eze.', 'The group of Ofada Rice loses 150 units.'];
const proposal = {
  ...{ id: 7, command: 'refund card', words: ['gb-01M8'], options: { line: '1', amount: '234000' } },
  ...{ reason: 'never came', amountNaira: 234_000, by: 'femi', isMine: false, from: '127.0.0.1' },
  ...{
    at: '2026-11-20T09:00:00Z',
    expiresAt: '2026-11-23T09:00:00Z',
    status: 'open',
    decidedBy: null,
    message: null,
  },
  ...{ about, says, saysNow: null },
};
const may = ['approval agree', 'approval decline'];

function show(lists: object[], agrees: ScriptedApiAnswer[] = []) {
  const sent = installScriptedApi({
    'GET /api/ops/approvals': () => ({
      json: { success: true, data: [lists.length > 1 ? lists.shift() : lists[0]] },
    }),
    'POST /api/ops/approvals/7/agree': () => agrees.shift() ?? 'lost',
  });
  renderScreenWithoutApp(<ApprovalsPage may={may} />);
  return sent;
}

test('who has to agree reads who, what and all that it moves, and can look at each of them', async () => {
  show([proposal]);
  await screen.findByRole('heading', { name: '7. Refund a payment to the card, ₦234,000' });
  for (const sentence of says) expect(screen.getByText(sentence)).toBeDefined();
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Grace Eze', `/ops/shoppers/${about.userId}`],
    ['GB-7K2M9X4Q', '/ops/orders/GB-7K2M9X4Q'],
    ['gb-01M8', '/ops/payments/gb-01M8'],
    ['Group of Ofada Rice', `/ops/groups/${about.groupId}`],
    ['Find this in the audit log', '/ops/audit?target=proposal%3A7'],
  ]);
  const looks = ['Approve', 'Decline'].map((name) => screen.getByRole('button', { name }).dataset.variant);
  expect(looks).toEqual(['main', 'danger']);
});

test('what it would move now stands beside what it moved when it was asked for, where that differs', async () => {
  show([{ ...proposal, saysNow: ['₦200,000 goes back to the card of Grace Eze.'] }]);
  await screen.findByText('Something has changed since then. It would now change:');
  expect(screen.getByText('₦200,000 goes back to the card of Grace Eze.')).toBeDefined();
  expect(screen.getByText(says[0] ?? '')).toBeDefined();
});

test('agreeing while the provider is slow is under way, and ends with what came of it', async () => {
  const underWay = { status: 202, json: { success: true, data: {}, underWay: true } };
  const done = { json: { success: true, data: { id: 7, message: '₦234,000 to cards.' } } };
  show(
    [proposal, { ...proposal, status: 'done', decidedBy: 'ngozi', message: '₦234,000 to cards.' }],
    [underWay, done],
  );
  const card = await screen.findByRole('region', { name: 'Proposal 7' });
  fireEvent.click(within(card).getByRole('button', { name: 'Approve' }));
  await screen.findByText(/^In progress:/);
  await screen.findByText('You approved number 7. ₦234,000 to cards.', {}, { timeout: 15_000 });
  await screen.findByText('Done, by ngozi, ₦234,000 to cards.');
});

test('who has asked sees that somebody has agreed and that it is under way, and its end by itself', async () => {
  const agreed = { ...proposal, isMine: true, decidedBy: 'ngozi' };
  show([agreed, { ...agreed, status: 'done', message: '₦234,000 to cards.' }]);
  await screen.findByText(/^ngozi has approved this\. In progress:/);
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  await screen.findByText('Done, by ngozi, ₦234,000 to cards.', {}, { timeout: 15_000 });
});
