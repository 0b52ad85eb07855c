import { useInfiniteQuery } from '@tanstack/react-query';
import { REVIEW_LENGTH_MAX } from '#contract/limits.ts';
import {
  opsAnswerReview,
  opsHideReview,
  opsListReviews,
  opsUnhideReview,
} from '#contract/ops/reviews-endpoints.ts';
import type { OpsReviewsReply } from '#contract/schemas/ops/reviews.ts';
import { TextAreaField } from '../../ui/form/TextField.tsx';
import { formatLagosDateTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { pagedEndpointQuery } from '../frames/console-queries.ts';
import { FilterChips, ListPage, useUrlFilters } from '../frames/ListPage.tsx';
import { ConsolePageLink, OrderLink, ShopperLink } from '../frames/RecordPage.tsx';
import type { OpsScreenProps } from '../screens.ts';

type Review = OpsReviewsReply['data'][number];

/** Lists what shoppers wrote about products, with an answer and hiding for the chosen review. */
export function ReviewsPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const filters = useUrlFilters(['state', 'review']);
  const { review: chosenId, state: stateText } = filters.chosen;
  const state = stateText === 'unanswered' || stateText === 'hidden' ? stateText : undefined;
  const query = useInfiniteQuery(pagedEndpointQuery(opsListReviews, { state }, ({ id }) => ({ before: id })));
  const chosen = query.data?.find(({ id }) => String(id) === chosenId);
  const mayJudge = may.includes('review hide');
  return (
    <ListPage
      title="Reviews"
      query={query}
      empty={
        state
          ? 'No such reviews. Choose All to see the others.'
          : 'No reviews yet. Shoppers can write one after they have collected their goods.'
      }
      columns={[
        [
          'Review',
          ({ id, stars, text }) => (
            <ConsolePageLink to={mayJudge && filters.placeOf({ review: String(id) })}>
              {`${stars} of 5${text ? `: ${text}` : ''}`}
            </ConsolePageLink>
          ),
        ],
        ['Product', ({ product }) => product],
        ['Shopper', ({ userId, shopper }) => <ShopperLink id={userId} name={shopper} may={may} />],
        ['Order', ({ trackingNumber }) => <OrderLink trackingNumber={trackingNumber} />],
        ['Written', ({ writtenAt, changedAt }) => formatLagosDateTime(changedAt ?? writtenAt)],
        ['Hidden', ({ hiddenAt }) => (hiddenAt ? formatLagosDateTime(hiddenAt) : 'No')],
        ['Answer', ({ answer }) => answer ?? 'None'],
      ]}
    >
      <FilterChips
        filters={filters}
        name="state"
        label="Reviews"
        options={[
          { label: 'All' },
          { value: 'unanswered', label: 'Without an answer' },
          { value: 'hidden', label: 'Hidden' },
        ]}
      />
      {chosen && mayJudge && <ReviewActions key={chosen.id} review={chosen} />}
    </ListPage>
  );
}

function ReviewActions({ review }: { review: Review }) {
  const { id, stars, text, product, answer, hiddenAt } = review;
  const params = { reviewId: String(id) };
  return (
    <div className="card stack" data-gap="4">
      <p className="strong">{`${product}, ${stars} of 5`}</p>
      {text !== '' && <p>{text}</p>}
      <ActionForm
        title="Answer in public"
        label={answer ? 'Replace the Answer' : 'Answer'}
        busyLabel="Saving..."
        to={opsAnswerReview}
        params={params}
        reads={{ answer: String, reason: String }}
        successMessage={() => 'The answer stands under the review.'}
      >
        <TextAreaField
          label="Answer"
          name="answer"
          maxLength={REVIEW_LENGTH_MAX}
          defaultValue={answer ?? ''}
          required
        />
      </ActionForm>
      <ActionForm
        key={hiddenAt ? 'unhide' : 'hide'}
        title={hiddenAt ? 'Show it again' : 'Hide it'}
        label={hiddenAt ? 'Show the Review' : 'Hide the Review'}
        busyLabel="Saving..."
        to={hiddenAt ? opsUnhideReview : opsHideReview}
        params={params}
        successMessage={() =>
          hiddenAt ? 'Shoppers see the review again.' : 'Shoppers no longer see the review.'
        }
        variant={hiddenAt ? 'main' : 'danger'}
      />
    </div>
  );
}
