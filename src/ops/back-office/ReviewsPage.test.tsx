import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { ReviewsPage } from './ReviewsPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const review = {
  ...{ id: 7, product: 'Palm oil', slug: 'palm-oil', userId: 'u', shopper: 'Ada Obi' },
  ...{ trackingNumber: 'GB-AAAA1111', stars: 1, text: 'Too thin.' },
  ...{ writtenAt: '2026-11-20T09:00:00Z', changedAt: null, hiddenAt: null, answer: null },
};

function show(may: string[]) {
  const sent = installScriptedApi({
    'GET /api/ops/reviews': () => ({ json: { success: true, data: [review] } }),
    'POST /api/ops/reviews/7/hide': () => ({ json: { success: true, data: { id: 7 } } }),
    'POST /api/ops/reviews/7/answer': () => ({ json: { success: true, data: { id: 7 } } }),
  });
  renderScreenWithoutApp(<ReviewsPage may={may} />, { at: '/ops/reviews' });
  return sent;
}

test('a review is chosen, answered in public and hidden, each with a reason', async () => {
  const sent = show(['review hide']);
  await userEvent.click(await screen.findByRole('link', { name: '1 of 5: Too thin.' }));
  const answer = within(await screen.findByRole('form', { name: 'Answer in public' }));
  await userEvent.type(answer.getByLabelText('Answer'), 'We are sorry.');
  await userEvent.type(answer.getByLabelText('Reason'), 'a thin keg');
  await userEvent.click(answer.getByRole('button', { name: 'Answer' }));
  await screen.findByText('The answer stands under the review.');
  const hide = within(screen.getByRole('form', { name: 'Hide it' }));
  await userEvent.type(hide.getByLabelText('Reason'), 'names a person');
  await userEvent.click(hide.getByRole('button', { name: 'Hide the Review' }));
  await screen.findByText('Shoppers no longer see the review.');
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { answer: 'We are sorry.', reason: 'a thin keg' },
    { reason: 'names a person' },
  ]);
});

test('who may only read chooses none', async () => {
  show([]);
  await screen.findByText('1 of 5: Too thin.');
  expect(screen.queryByRole('link', { name: /Too thin/ })).toBeNull();
});
