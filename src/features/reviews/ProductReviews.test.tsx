import { onlineManager } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reviewErrorMessages } from '#contract/rules/text/review-text.ts';
import type { OwnReview, ProductReview } from '#contract/schemas/review.ts';
import { outbox } from '../../../tests/support/own-app.tsx';
import {
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
  signInWithoutApp,
  startOutboxWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../../app/data/query-client.ts';
import { ProductReviews } from './ProductReviews.tsx';
import { registerReviewCommands } from './review-commands.ts';

const review = (id: number, more: Partial<ProductReview> = {}): ProductReview => ({
  ...{ id, stars: 4, text: `Number ${id}`, writer: 'Bola A.' },
  ...{ writtenAt: '2026-01-09T23:30:00.000Z', changedAt: null, answer: null, ...more },
});
const line: OwnReview = {
  ...{ trackingNumber: 'GB-AAAA1111', lineNumber: '1', collectedAt: '2026-01-08T10:00:00.000Z' },
  review: null,
};
const page = (data: ProductReview[], hasMore = false) => ({ json: { success: true, data, hasMore } });
const LIST = 'GET /api/reviews/product/rice';
const OWN = 'GET /api/reviews/mine/rice';
const SAVE = 'POST /api/reviews/GB-AAAA1111/1';

beforeEach(() => signInWithoutApp());
afterEach(() => {
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
});

function show(script: ScriptedApiRoutes) {
  const queryClient = createQueryClient();
  const sent = installScriptedApi({ [OWN]: () => ({ json: { success: true, data: [] } }), ...script });
  const onChanged = vi.fn();
  registerReviewCommands(outbox, queryClient, { onChanged, onRefused: vi.fn() });
  startOutboxWithoutApp();
  renderScreenWithoutApp(<ProductReviews productId="rice" />, { queryClient });
  return { sent, onChanged };
}

test('reviews stand newest first with day, writer and answer, and more come at a tap', async () => {
  const answer = { text: 'Thank you.', answeredAt: '2026-01-10T08:00:00.000Z' };
  show({
    [LIST]: ({ query }) =>
      query.get('after') === '8'
        ? page([review(7)])
        : page([review(9, { answer, changedAt: '2026-01-11T08:00:00.000Z' }), review(8)], true),
  });
  const first = within((await screen.findAllByRole('listitem'))[0] as HTMLElement);
  for (const text of ['4 of 5', 'Bola A.', '10 Jan 2026', 'changed 11 Jan 2026', 'Number 9', 'Thank you.'])
    expect(first.getByText(text)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show more reviews' }));
  expect(await screen.findByText('Number 7')).toBeDefined();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Show more reviews' })).toBeNull();
});

test('without a review it says who can write one, and offers it only to who collected', async () => {
  show({ [LIST]: () => page([]) });
  expect(await screen.findByText(/^No reviews yet/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Write a review' })).toBeNull();
});

test('a review that was collected for is written with stars and words, and says under which name', async () => {
  const toasts = recordToastRequests();
  const { sent, onChanged } = show({
    [LIST]: () => page([]),
    [OWN]: () => ({ json: { success: true, data: [line] } }),
    [SAVE]: ({ body }) => ({
      json: { success: true, data: { ...line, review: { ...(body as object), isHidden: false } } },
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }));
  expect(screen.getByText('Everybody can read it, under the name Ada O.')).toBeDefined();
  const save = screen.getByRole('button', { name: 'Save review' });
  await userEvent.click(save);
  expect(screen.getByText('Please choose from 1 to 5 stars.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: '4 ★' }));
  const field = screen.getByLabelText(/^What should others know/);
  await userEvent.type(field, 'Call 08031234567');
  await userEvent.click(save);
  expect(screen.getByText(reviewErrorMessages.noContacts)).toBeDefined();
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, 'Clean rice.');
  await userEvent.click(save);
  await vi.waitFor(() => expect(toasts).toMatchObject([{ kind: 'success' }]));
  expect(sent.filter(({ method }) => method === 'POST')).toMatchObject([
    { body: { stars: 4, text: 'Clean rice.' }, key: expect.any(String) },
  ]);
  expect(onChanged).toHaveBeenCalled();
});

test('offline a review is saved on the phone, shown at once, and sent later', async () => {
  const toasts = recordToastRequests();
  let isLineUp = false;
  const { sent } = show({
    [LIST]: () => page([]),
    [OWN]: () => ({ json: { success: true, data: [line] } }),
    [SAVE]: ({ body }) =>
      isLineUp
        ? { json: { success: true, data: { ...line, review: { ...(body as object), isHidden: false } } } }
        : 'lost',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }));
  await userEvent.click(screen.getByRole('button', { name: '5 ★' }));
  onlineManager.setOnline(false);
  await userEvent.click(screen.getByRole('button', { name: 'Save review' }));
  await vi.waitFor(() =>
    expect(toasts).toMatchObject([
      { kind: 'info', message: 'Saved on this phone. It is sent when you are back online.' },
    ]),
  );
  expect(await screen.findByText('5 of 5')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Change' })).toBeDefined();
  isLineUp = true;
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(outbox.view.waiting()).toEqual([]), 5_000);
  expect(sent.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({ stars: 5, text: '' });
});

test('a hidden review tells its writer so, and can be withdrawn', async () => {
  const { sent } = show({
    [LIST]: () => page([]),
    [OWN]: () => ({
      json: { success: true, data: [{ ...line, review: { stars: 1, text: 'A thief.', isHidden: true } }] },
    }),
    'DELETE /api/reviews/GB-AAAA1111/1': () => ({ json: { success: true, data: line } }),
  });
  expect(await screen.findByText('The shop has hidden this review from other shoppers.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true));
});
