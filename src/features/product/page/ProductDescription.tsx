import type { Product } from '#contract/schemas/product.ts';
import styles from './ProductDescription.module.css';

/** Shows description and specifications: in tabs on wide screens, under headings on phones. */
export function ProductDescription({ product }: { product: Product }) {
  const specifications = Object.entries(product.specifications);
  return (
    <section className="stack" aria-label="Description">
      <div className={styles.tabs} role="tablist">
        <button
          type="button"
          role="tab"
          id="tab-description"
          aria-selected="true"
          aria-controls="description"
        >
          Description
        </button>
      </div>
      <h2 className={styles.heading}>Description</h2>
      <div className="stack" id="description" role="tabpanel" aria-labelledby="tab-description">
        <p className={styles.description}>{product.description}</p>
        {specifications.length > 0 && (
          <dl className={styles.specs}>
            {specifications.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}
