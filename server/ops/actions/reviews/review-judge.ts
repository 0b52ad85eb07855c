import { Type } from 'typebox';
import { opsAnswerReview, opsHideReview, opsUnhideReview } from '#contract/ops/reviews-endpoints.ts';
import { getReviewTextError, normalizeReviewText } from '#contract/rules/text/review-text.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops/console.ts';
import { OpsAnswerReviewBody, OpsReviewParams } from '#contract/schemas/ops/reviews.ts';
import type { Transaction } from '../../../db/database.ts';
import {
  lockReview,
  setReviewAnswer,
  setReviewHidden,
} from '../../../features/reviews/review-operator-repository.ts';
import { notifyShopper } from '../../../outbox/outbox.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  type OperatorAction,
  type OperatorActionContext,
  writeActionAuditRow,
} from '../../action.ts';

export const reviewAnswerAction = defineAction({
  name: 'review answer',
  summary: 'Answer a review in public. The answer stands under it and replaces an earlier one.',
  roles: ['support', 'ops'],
  key: 'given',
  body: Type.Object({ ...OpsReviewParams.properties, ...OpsAnswerReviewBody.properties }),
  positionals: ['reviewId'],
  console: defineConsoleEndpoint(opsAnswerReview, OpsActionReply),
  async run(context, { reviewId, answer: typed, reason }) {
    const answer = normalizeReviewText(typed);
    const problem = getReviewTextError(answer);
    if (problem || answer === '') throw new ActionRefusedError(problem ?? 'The answer is empty.');
    return changeReview(context, reviewId, reason, { isAnswered: true }, async (tx, id) => {
      const fact = await setReviewAnswer(tx, id, answer);
      if (fact) await notifyShopper(tx, fact);
    });
  },
});

export const reviewHideAction = hideOrUnhide(
  'hide',
  'Hide a review. It no longer counts, and stays hidden when its writer changes it.',
);
export const reviewUnhideAction = hideOrUnhide('unhide', 'Show a hidden review again. It counts again.');

function hideOrUnhide(verb: 'hide' | 'unhide', summary: string): OperatorAction {
  const isHidden = verb === 'hide';
  return defineAction({
    name: `review ${verb}`,
    summary,
    roles: ['support', 'ops'],
    key: 'given',
    body: Type.Object({ ...OpsReviewParams.properties, ...OpsReasonBody.properties }),
    positionals: ['reviewId'],
    console: defineConsoleEndpoint(isHidden ? opsHideReview : opsUnhideReview, OpsActionReply),
    run: (context, { reviewId, reason }) =>
      changeReview(context, reviewId, reason, { isHidden }, (tx, id) => setReviewHidden(tx, id, isHidden)),
  });
}

/**
 * Changes a review and logs its state before and after. The audit log is never erased, so the review's text is not
 * logged.
 */
async function changeReview(
  context: OperatorActionContext,
  reviewId: string,
  reason: string,
  made: { isAnswered?: true; isHidden?: boolean },
  change: (tx: Transaction, id: number) => Promise<void>,
) {
  const id = Number(reviewId);
  const after = await context.db.transaction(async (tx) => {
    const before = await lockReview(tx, id);
    if (!before) throw new ActionRefusedError('There is no such review, or its writer has withdrawn it.');
    await change(tx, id);
    const state = { ...before, ...made };
    await writeActionAuditRow(tx, context, {
      target: `review:${id}`,
      reason,
      before,
      after: state,
    });
    return state;
  });
  return { data: { id, ...after } };
}
