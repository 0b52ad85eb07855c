import { expect, test } from 'vitest';
import type { OwnReview } from '#contract/schemas/review.ts';
import { createOutboxCommand } from '../../offline/outbox/command.ts';
import {
  applyQueuedCommandsToOwnReviews,
  type ReviewCommandPayload,
  reviewCommandRules,
} from './review-command-rules.ts';

const line = { trackingNumber: 'GB-AAAA1111', lineNumber: '1' };
const other = { ...line, lineNumber: '2' };
const saving = (stars: number, of = line): ReviewCommandPayload => ({
  ...{ type: 'review.save', productId: 'rice', line: of },
  body: { stars, text: 'Good.' },
});
const command = (fields: ReviewCommandPayload, id: string, sentAt?: number) => ({
  ...createOutboxCommand(reviewCommandRules, fields, 'ada', id, 1),
  ...(sentAt && { sentAt }),
});
const withdrawing: ReviewCommandPayload = { type: 'review.withdraw', productId: 'rice', line };

test('of what waits for one line only the last counts, but not what was sent', () => {
  const queue = [
    command(saving(1), 'sent', 5),
    command(saving(2), 'unsent'),
    command(saving(3, other), 'other'),
  ];
  expect(reviewCommandRules.coalesce(queue, saving(4))).toEqual({ drop: ['unsent'], keep: true });
  expect(reviewCommandRules.coalesce(queue, withdrawing)).toEqual({ drop: ['unsent'], keep: true });
});

test('a damaged row is not sent', () => {
  const { shapes } = reviewCommandRules;
  expect(shapes['review.save']({ ...saving(4) })).toBe(true);
  expect(shapes['review.save']({ ...saving(4), body: { stars: '4', text: '' } })).toBe(false);
  expect(shapes['review.save']({ ...saving(4), line: null })).toBe(false);
  expect(shapes['review.withdraw']({ ...withdrawing })).toBe(true);
  expect(shapes['review.withdraw']({ line })).toBe(false);
});

test('waiting changes show at once; a hidden review stays hidden', () => {
  const own: OwnReview[] = [
    { ...line, collectedAt: 'x', review: { stars: 1, text: 'Bad.', isHidden: true } },
    { ...other, collectedAt: 'x', review: null },
  ];
  const seen = applyQueuedCommandsToOwnReviews(own, [
    command(saving(4), 'a'),
    command(saving(5, other), 'b'),
  ]);
  expect(seen.map(({ review }) => review)).toEqual([
    { stars: 4, text: 'Good.', isHidden: true },
    { stars: 5, text: 'Good.', isHidden: false },
  ]);
  expect(applyQueuedCommandsToOwnReviews(own, [command(withdrawing, 'c')])[0]?.review).toBeNull();
});
