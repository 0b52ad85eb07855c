import { useInfiniteQuery } from '@tanstack/react-query';
import type { ProductReview } from '#contract/schemas/review.ts';
import { useLazyComponent } from '../../lib/react/use-lazy-component.tsx';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/control/Button.tsx';
import { DataUnavailableMessage } from '../../ui/message/DataUnavailableMessage.tsx';
import styles from './ProductReviews.module.css';
import { formatReviewDay } from './review-date.ts';
import { productReviewsQuery } from './review-queries.ts';
import { StarRating } from './StarRating.tsx';

const loadOwnReviews = () => import('./OwnReviews.tsx');

/** Shows the reviews of buyers who collected the product, newest first, and the member's own. */
export function ProductReviews({ productId }: { productId: string }) {
  const query = useInfiniteQuery(productReviewsQuery(productId));
  const session = useSession();
  const user = session.status === 'member' ? session.user : null;
  const OwnReviews = useLazyComponent(loadOwnReviews, user !== null);
  const reviews = query.data?.pages.flatMap(({ data }) => data);
  const isOffline = query.fetchStatus === 'paused';
  return (
    <section className="stack" aria-labelledby="reviews">
      <h2 id="reviews">Reviews</h2>
      {OwnReviews && user && <OwnReviews user={user} productId={productId} />}
      {reviews?.length === 0 && (
        <p className="muted">No reviews yet. Buyers can write one once they have collected their goods.</p>
      )}
      {reviews && reviews.length > 0 && (
        <ul className="stack" data-gap="5">
          {reviews.map((review) => (
            <ReviewItem key={review.id} review={review} />
          ))}
        </ul>
      )}
      {!reviews && (query.error || isOffline) && (
        <DataUnavailableMessage
          isOffline={isOffline}
          message="The reviews could not be loaded. Please try again."
          onRetry={() => void query.refetch()}
        />
      )}
      {query.hasNextPage && (
        <Button
          variant="line"
          wide
          onClick={() => void query.fetchNextPage()}
          busyLabel={query.isFetchingNextPage && 'Loading more...'}
        >
          Show more reviews
        </Button>
      )}
    </section>
  );
}

function ReviewItem({ review }: { review: ProductReview }) {
  const { text, writer, writtenAt, changedAt, answer } = review;
  return (
    <li className="stack" data-gap="2">
      <div className="row small" data-gap="2" data-wrap="">
        <StarRating stars={review.stars} />
        <span translate="no">{writer}</span>
        <span className="muted">{formatReviewDay(writtenAt)}</span>
        {changedAt && <span className="muted">{`changed ${formatReviewDay(changedAt)}`}</span>}
      </div>
      {text !== '' && <p className={styles.text}>{text}</p>}
      {answer && (
        <div className={styles.answer}>
          <p className="small muted">{`Answer of the shop, ${formatReviewDay(answer.answeredAt)}`}</p>
          <p className={styles.text}>{answer.text}</p>
        </div>
      )}
    </li>
  );
}
