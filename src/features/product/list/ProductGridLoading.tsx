import { useEffect, useState } from 'react';
import { Button } from '../../../ui/control/Button.tsx';
import { Skeleton, Spinner } from '../../../ui/display/Skeleton.tsx';
import { AnnouncedText } from '../../../ui/message/Announcer.tsx';
import styles from './ProductGrid.module.css';

const SLOW_AFTER_MS = 10_000;
const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Shows a spinner. After 10 s it says that loading is slow and offers to try again. */
export function SlowLoadingIndicator({ label, onRetry }: { label: string; onRetry: () => void }) {
  return (
    <div className={styles.more}>
      <Spinner label={label} />
      <SlowLoadingMessage onRetry={onRetry} />
    </div>
  );
}

/** Shows nothing at first. After 10 s it says that loading is slow and offers to try again. */
export function SlowLoadingMessage({ onRetry }: { onRetry: () => void }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return (
    <div className="row" data-wrap="">
      <AnnouncedText className="grow">Still loading. Check your connection.</AnnouncedText>
      <Button variant="soft" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

export function ProductGridSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <SlowLoadingIndicator label="Loading products" onRetry={onRetry} />
      <ul className={styles.grid} aria-hidden="true">
        {PLACES.map((place) => (
          <li key={place} className="stack" data-gap="2">
            <Skeleton shape="square" />
            <Skeleton />
            <Skeleton width="half" />
            <Skeleton shape="title" width="most" />
          </li>
        ))}
      </ul>
    </>
  );
}
