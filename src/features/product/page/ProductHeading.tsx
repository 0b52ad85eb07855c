import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import type { Product } from '#contract/schemas/product.ts';
import { Icon } from '../../../ui/icon/Icon.tsx';

/** Shows title, rating and number of reviews; without reviews there is no rating. */
export function ProductHeading({ product }: { product: Product }) {
  return (
    <div className="stack" data-gap="2">
      <h1>{product.title || 'Untitled Product'}</h1>
      {product.reviewCount > 0 && (
        <p className="row small" data-wrap="" data-gap="1">
          <Icon name="star" size="sm" filled />
          <strong>
            <span className="sr">Rating </span>
            <span>{product.rating.toFixed(1)}</span>
          </strong>
          <span className="muted">{`(${formatCountWithNoun(product.reviewCount, 'review')})`}</span>
          {product.isRatingImported && <span className="muted">imported rating</span>}
        </p>
      )}
    </div>
  );
}
