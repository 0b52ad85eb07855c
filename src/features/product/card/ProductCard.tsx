import { memo } from 'react';
import { Link } from 'react-router-dom';
import { ALMOST_FULL_PERCENT } from '#contract/rules/group/deal-stage.ts';
import { calculateSavingPercent, type ProductCardPriceInput } from '#contract/rules/money/saving.ts';
import type { Product } from '#contract/schemas/product.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { LabelBadge } from '../../../ui/display/LabelBadge.tsx';
import { ProgressMeter } from '../../../ui/display/ProgressMeter.tsx';
import { LazyImage } from '../../../ui/image/LazyImage.tsx';
import styles from './ProductCard.module.css';
import { ProductCardPriceLines } from './ProductCardPriceLines.tsx';

/**
 * The image's declared width is two pixels less than the rendered width, so that common phones load the 320 px file.
 */
const CARD_SIZES =
  '(min-width: 1200px) 270px, (min-width: 1130px) 23vw, (min-width: 950px) 31vw, calc(50vw - 24px)';

interface CardProduct extends ProductCardPriceInput, Pick<Product, 'slug' | 'title' | 'images' | 'pictures'> {
  group: Pick<Product['group'], 'groupId' | 'progressPercentage'>;
}

interface Props {
  product: CardProduct;
  /** Time until the group closes, such as `5 hours left`. */
  timeLeft?: string | null;
  /** True for the first row, whose images load at once. */
  priority?: boolean;
}

/**
 * Shows a product as a link. Memoised, because each letter of a search renders the list again.
 * @source spec section 2 (Product card), design.md
 */
export const ProductCard = memo(function ProductCard({ product, timeLeft = null, priority = false }: Props) {
  const saving = calculateSavingPercent(product);
  const title = product.title || 'Untitled Product';
  return (
    <Link className={styles.product} to={screenPaths.product(product.slug)}>
      <span className={styles.frame}>
        {saving > 0 && <LabelBadge tone="deal">{`SAVE ${saving}%`}</LabelBadge>}
        <LazyImage
          image={product.pictures[0]}
          src={product.images[0]}
          alt=""
          sizes={CARD_SIZES}
          priority={priority}
        />
      </span>
      <h3>{title}</h3>
      <ProductCardPriceLines product={product} />
      {product.group.groupId !== null && (
        <CardProgress percent={product.group.progressPercentage} timeLeft={timeLeft} />
      )}
    </Link>
  );
});

function CardProgress({ percent, timeLeft }: { percent: number; timeLeft: string | null }) {
  const isFull = percent >= 100;
  return (
    <span className={styles.hint}>
      <ProgressMeter percent={percent} size="thin" label={`${percent}% of the group joined`} />
      <span className="row" data-justify="between" data-wrap="" data-gap="1">
        {isFull && <b>Completed!</b>}
        {!isFull &&
          (percent >= ALMOST_FULL_PERCENT ? <b>Almost full</b> : <span>{`${percent}% joined`}</span>)}
        {!isFull && timeLeft !== null && <span>{timeLeft}</span>}
      </span>
    </span>
  );
}
