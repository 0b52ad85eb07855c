import type { ReactNode } from 'react';
import styles from './ProductLayout.module.css';

interface Props {
  gallery: ReactNode;
  /** The column with price and buy button; on wide screens it stays visible while the shopper scrolls. */
  buy: ReactNode;
  details: ReactNode;
  /** Lists of more products, shown over the whole width. */
  further: ReactNode;
}

/** Arranges a product page: one column on phones (images, purchase, description), two on wide screens. */
export function ProductPageLayout({ gallery, buy, details, further }: Props) {
  return (
    <div className={styles.detail}>
      <div className={styles.gallery}>{gallery}</div>
      <div className={styles.side}>
        <div className={`stack ${styles.buy}`}>{buy}</div>
      </div>
      <div className={styles.details}>{details}</div>
      <div className={styles.further}>{further}</div>
    </div>
  );
}
