import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/schemas/auth.ts';
import type { OwnReview } from '#contract/schemas/review.ts';
import { useAppServices } from '../../lib/react/services.ts';
import type { CommandOutcome } from '../../offline/outbox/command.ts';
import { useQueuedCommands } from '../../offline/outbox/use-queued-commands.ts';
import { Button } from '../../ui/control/Button.tsx';
import { showToast } from '../../ui/message/toast.ts';
import styles from './ProductReviews.module.css';
import { ReviewForm } from './ReviewForm.tsx';
import { applyQueuedCommandsToOwnReviews, reviewCommandRules } from './review-command-rules.ts';
import { createReviewCommandSubmitter, REVIEW_FAILED_MESSAGE } from './review-commands.ts';
import { formatReviewDay } from './review-date.ts';
import { ownReviewsQuery } from './review-queries.ts';
import { StarRating } from './StarRating.tsx';

interface Props {
  user: User;
  productId: string;
}

/**
 * Lets a member review each collected order line of the product. Shows nothing to members who have not collected the
 * product.
 */
export default function OwnReviews({ user, productId }: Props) {
  const { data = [] } = useQuery(ownReviewsQuery(user.id, productId));
  const { commands } = useQueuedCommands(reviewCommandRules, user.id);
  return applyQueuedCommandsToOwnReviews(data, commands).map((own) => (
    <OwnReviewCard
      key={`${own.trackingNumber} ${own.lineNumber}`}
      {...{ own, productId }}
      writerName={user.name}
    />
  ));
}

interface CardProps {
  own: OwnReview;
  productId: string;
  writerName: string;
}

function OwnReviewCard({ own, productId, writerName }: CardProps) {
  const actions = useAppServices().get(createReviewCommandSubmitter);
  const [isOpen, setOpen] = useState(false);
  const { review, trackingNumber, lineNumber } = own;
  const target = { productId, line: { trackingNumber, lineNumber } };
  const withdraw = async () => {
    const outcome = await actions
      .submit({ type: 'review.withdraw', ...target })
      .catch((): CommandOutcome => ({ kind: 'refused', error: null }));
    if (outcome.kind === 'refused') showToast({ kind: 'error', message: REVIEW_FAILED_MESSAGE });
  };
  return (
    <div className="card stack" data-gap="3">
      <p className="strong">{review ? 'Your review' : 'You collected this product'}</p>
      <p className="small muted">{`Collected on ${formatReviewDay(own.collectedAt)}`}</p>
      {isOpen && (
        <ReviewForm
          {...{ writerName, review }}
          onSubmit={(body) => actions.submit({ type: 'review.save', ...target, body })}
          onClose={() => setOpen(false)}
        />
      )}
      {!isOpen && review && (
        <>
          <StarRating stars={review.stars} />
          {review.text !== '' && <p className={styles.text}>{review.text}</p>}
          {review.isHidden && <p className="small">The shop has hidden this review from other shoppers.</p>}
        </>
      )}
      {!isOpen && (
        <div className="row" data-gap="2">
          <Button variant="soft" small onClick={() => setOpen(true)}>
            {review ? 'Change' : 'Write a review'}
          </Button>
          {review && (
            <Button variant="quiet" small onClick={() => void withdraw()}>
              Withdraw
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
