import type { QueryClient } from '@tanstack/react-query';
import { saveReview, withdrawReview } from '#contract/member-endpoints.ts';
import type { OwnReviewReply } from '#contract/schemas/review.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { getErrorMessage } from '../../lib/api/error-message.ts';
import type { AppServices } from '../../lib/react/services.ts';
import { createOfflineStores } from '../../offline/offline-stores.ts';
import type { CommandOutcome } from '../../offline/outbox/command.ts';
import type { Outbox } from '../../offline/outbox/outbox.ts';
import {
  isSameOrderLine,
  type ReviewCommand,
  type ReviewCommandPayload,
  reviewCommandRules,
} from './review-command-rules.ts';
import { ownReviewsQuery, productReviewsQuery } from './review-queries.ts';

export const REVIEW_FAILED_MESSAGE = 'Your review could not be saved. Please try again.';

/** Sends each change of a review as one command of the outbox, so that a review written offline is sent later. */
export function createReviewCommandSubmitter(services: AppServices) {
  const { outbox } = services.get(createOfflineStores);
  return {
    /** @throws {CommandNotStoredError} when the command could be neither sent nor stored. */
    submit: (fields: ReviewCommandPayload): Promise<CommandOutcome> =>
      outbox.submit(reviewCommandRules, fields),
  };
}

function sendCommand(command: ReviewCommand, signal: AbortSignal): Promise<unknown> {
  const { line: params, id: idempotencyKey } = command;
  return command.type === 'review.save'
    ? callApi(saveReview, { params, body: command.body, idempotencyKey }, signal)
    : callApi(withdrawReview, { params, idempotencyKey }, signal);
}

/**
 * Registers the commands on reviews with the outbox.
 * @param onChanged called after a review has changed, and with it the product's rating.
 * @param onRefused shows the server's message when no screen waits for the command.
 */
export function registerReviewCommands(
  outbox: Outbox,
  queryClient: QueryClient,
  { onChanged, onRefused }: { onChanged: () => void; onRefused: (message: string) => void },
): void {
  const refetch = ({ userId, productId }: ReviewCommand) => {
    void queryClient.invalidateQueries({ queryKey: ownReviewsQuery(userId, productId).queryKey });
    void queryClient.invalidateQueries({ queryKey: productReviewsQuery(productId).queryKey });
    onChanged();
  };
  const adopt = (command: ReviewCommand, reply: unknown) => {
    const saved = (reply as OwnReviewReply | null)?.data;
    // The server answers 404 when the review is already withdrawn. The list of reviews is then only fetched again.
    if (saved?.trackingNumber) {
      queryClient.setQueryData(ownReviewsQuery(command.userId, command.productId).queryKey, (list) =>
        list?.map((own) => (isSameOrderLine(own, saved) ? saved : own)),
      );
    }
    refetch(command);
  };
  outbox.register(reviewCommandRules, {
    send: sendCommand,
    onDone: adopt,
    onEndElsewhere: ({ command }) => refetch(command),
    onRefused: (command, error, isAwaited) => {
      refetch(command);
      if (!isAwaited) onRefused(getErrorMessage(error, REVIEW_FAILED_MESSAGE));
    },
  });
}
