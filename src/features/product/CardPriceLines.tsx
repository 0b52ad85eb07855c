import { type CardPrices, cardPrice } from '#contract/rules/saving.ts';
import { Price, StruckPrice } from '../../ui/Money.tsx';
import styles from './ProductCard.module.css';

/** Shows the prices on a product card. @source spec section 2 (Product card) */
export function CardPriceLines({ product }: { product: CardPrices }) {
  const price = cardPrice(product);
  if (price.kind === 'none') return <span className={styles.from}>Price not available</span>;
  if (price.kind === 'range') {
    return (
      <span>
        <span className={styles.from}>from as low as</span>
        <Price naira={price.min} toNaira={price.max} size="card" />
        {price.baseMin > 0 && price.baseMax > 0 && (
          <StruckPrice naira={price.baseMin} toNaira={price.baseMax} />
        )}
      </span>
    );
  }
  return (
    <span>
      <span className={styles.from}>Group price</span>
      <Price naira={price.price} size="card" />
      {price.base !== null && <StruckPrice naira={price.base} />}
    </span>
  );
}
