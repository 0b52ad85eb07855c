import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import styles from './ProductLayout.module.css';

export function ProductPageSkeleton() {
  return (
    <>
      <h1 className="sr">Product</h1>
      <div className={styles.detail} role="status" aria-label="Loading product">
        <Skeleton shape="square" />
        <div className="stack">
          <Skeleton shape="title" width="most" />
          <Skeleton width="third" />
          <Skeleton shape="box" />
          <Skeleton shape="box" />
        </div>
      </div>
    </>
  );
}
