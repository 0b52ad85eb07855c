import { ProductCard } from '../../features/product/ProductCard.tsx';
import styles from './Products.module.css';
import { cardOfDraft, type ProductDraft } from './product-draft.ts';

/** The shop's card of a product as it stands in the form. It leads nowhere: the page may not exist yet. */
export function ProductPreview({ draft }: { draft: ProductDraft }) {
  return (
    <div className={styles.preview} inert>
      <ProductCard product={cardOfDraft(draft)} />
    </div>
  );
}
