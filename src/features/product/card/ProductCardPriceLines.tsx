import { chooseProductCardPrice, type ProductCardPriceInput } from '#contract/rules/money/saving.ts';
import { PriceText, StruckThroughPrice } from '../../../ui/display/Money.tsx';
import styles from './ProductCard.module.css';

/** Shows the prices on a product card. @source spec section 2 (Product card) */
export function ProductCardPriceLines({ product }: { product: ProductCardPriceInput }) {
  const price = chooseProductCardPrice(product);
  if (price.kind === 'none') return <span className={styles.from}>Price not available</span>;
  if (price.kind === 'range') {
    return (
      <span>
        <span className={styles.from}>from as low as</span>
        <PriceText naira={price.min} maxNaira={price.max} size="card" />
        {price.baseMin > 0 && price.baseMax > 0 && (
          <StruckThroughPrice naira={price.baseMin} maxNaira={price.baseMax} />
        )}
      </span>
    );
  }
  return (
    <span>
      <span className={styles.from}>Group price</span>
      <PriceText naira={price.price} size="card" />
      {price.base !== null && <StruckThroughPrice naira={price.base} />}
    </span>
  );
}
