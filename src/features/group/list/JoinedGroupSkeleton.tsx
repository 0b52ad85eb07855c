import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import styles from './JoinedGroupCard.module.css';

export function JoinedGroupSkeleton() {
  return (
    <div className="two" role="status" aria-label="Loading your group buys">
      {[1, 2].map((place) => (
        <div key={place} className={`card ${styles.card}`}>
          <span className={styles.thumb}>
            <Skeleton shape="square" />
          </span>
          <div className="stack" data-gap="2">
            <Skeleton shape="title" width="most" />
            <Skeleton width="third" />
          </div>
          <div className={styles.full}>
            <Skeleton shape="meter" />
          </div>
          <div className={styles.full}>
            <Skeleton />
          </div>
        </div>
      ))}
    </div>
  );
}
