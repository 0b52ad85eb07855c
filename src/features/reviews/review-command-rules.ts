import type { OrderLineParams, OwnReview, SaveReviewBody } from '#contract/schemas/review.ts';
import type {
  OutboxCommand,
  OutboxCommandRules,
  UnvalidatedOutboxRow,
} from '../../offline/outbox/command.ts';

/** Defines the commands on reviews, and their effect on the list of the member's own reviews. */

export type ReviewCommandPayload = { productId: string; line: OrderLineParams } & (
  | { type: 'review.save'; body: SaveReviewBody }
  | { type: 'review.withdraw' }
);

export type ReviewCommand = OutboxCommand<ReviewCommandPayload>;

export function isSameOrderLine(a: OrderLineParams, b: OrderLineParams): boolean {
  return a.trackingNumber === b.trackingNumber && a.lineNumber === b.lineNumber;
}

const isObject = (value: unknown): value is UnvalidatedOutboxRow =>
  typeof value === 'object' && value !== null;
const namesLine = ({ productId, line }: UnvalidatedOutboxRow) =>
  typeof productId === 'string' &&
  isObject(line) &&
  typeof line.trackingNumber === 'string' &&
  typeof line.lineNumber === 'string';

export const reviewCommandRules: OutboxCommandRules<ReviewCommandPayload> = {
  name: 'review',
  shapes: {
    'review.save': (row) =>
      namesLine(row) &&
      isObject(row.body) &&
      typeof row.body.stars === 'number' &&
      typeof row.body.text === 'string',
    'review.withdraw': namesLine,
  },
  coalesce(queue, fields) {
    const replaced = queue.filter(
      (command) => command.sentAt === undefined && isSameOrderLine(command.line, fields.line),
    );
    return { drop: replaced.map(({ id }) => id), keep: true };
  },
  removals: ['review.withdraw'],
};

/** @param commands commands not yet sent, oldest first. */
export function applyQueuedCommandsToOwnReviews(
  reviews: readonly OwnReview[],
  commands: readonly ReviewCommand[],
): readonly OwnReview[] {
  return commands.reduce<readonly OwnReview[]>(
    (list, command) =>
      list.map((own) => {
        if (!isSameOrderLine(own, command.line)) return own;
        if (command.type === 'review.withdraw') return { ...own, review: null };
        return { ...own, review: { ...command.body, isHidden: own.review?.isHidden ?? false } };
      }),
    reviews,
  );
}
