import { useInfiniteQuery } from '@tanstack/react-query';
import type { Product } from '#contract/schemas/product.ts';
import { ProductCard } from '../card/ProductCard.tsx';
import { relatedProductsQuery } from '../data/related-products.ts';
import { useRecentlyViewedProducts } from '../data/use-recently-viewed-products.ts';
import styles from '../list/ProductGrid.module.css';

/** Four products fill one row on wide screens and two rows on phones. */
const PRODUCTS_PER_ROW = 4;

/** Shows more products of the category, then those that this phone opened last, which also show offline. */
export function RelatedAndViewedProducts({ product: { slug, category } }: { product: Product }) {
  const more = useInfiniteQuery(relatedProductsQuery(category));
  const ofCategory = (more.data?.pages.flatMap(({ data }) => data) ?? [])
    .filter((product) => product.slug !== slug)
    .slice(0, PRODUCTS_PER_ROW);
  const shownSlugs = new Set(ofCategory.map((product) => product.slug));
  const seen = useRecentlyViewedProducts(slug, 2 * PRODUCTS_PER_ROW)
    .filter((product) => !shownSlugs.has(product.slug))
    .slice(0, PRODUCTS_PER_ROW)
    // Saved group progress may be a day old, so it is left out. A tap on the product loads the current one.
    .map((product) => ({ ...product, group: { ...product.group, groupId: null } }));
  return (
    <>
      <ProductRow id="more" title={`More from ${category}`} products={ofCategory} />
      <ProductRow id="seen" title="Seen last on this phone" products={seen} />
    </>
  );
}

interface RowProps {
  id: string;
  title: string;
  products: readonly Product[];
}

function ProductRow({ id, title, products }: RowProps) {
  if (products.length === 0) return null;
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.grid}>
        {products.map((product) => (
          <li key={product.slug}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}
