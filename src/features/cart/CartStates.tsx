import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Cart.module.css';

/** The places of three lines while the cart is fetched. */
export function CartSkeleton() {
  return (
    <div className="split" role="status" aria-label="Loading your cart">
      <div className={`card ${styles.list}`}>
        {[1, 2, 3].map((line) => (
          <div key={line} className={styles.line}>
            <span className={styles.picture}>
              <Skeleton shape="square" />
            </span>
            <div className="stack" data-gap="2">
              <Skeleton shape="title" width="most" />
              <Skeleton width="half" />
            </div>
            <div className={styles.foot}>
              <Skeleton shape="title" width="half" />
            </div>
          </div>
        ))}
      </div>
      <div className="card stack">
        <Skeleton shape="title" width="half" />
        <Skeleton shape="box" />
      </div>
    </div>
  );
}

export function CartEmpty() {
  return (
    <section className="card">
      <EmptyState
        title="Your cart is empty"
        action={
          <ButtonLink variant="soft" to={paths.home}>
            See group deals
          </ButtonLink>
        }
      >
        Join a group deal to fill it.
      </EmptyState>
    </section>
  );
}

interface FailedProps {
  /** No connection, and nothing of the cart is on this phone. */
  isOffline: boolean;
  onRetry: () => void;
}

export function CartFailed({ isOffline, onRetry }: FailedProps) {
  return (
    <section className="card">
      <EmptyState
        drawing={isOffline ? 'offline' : 'broken'}
        title={isOffline ? "You're offline" : 'We could not load your cart'}
        role="alert"
        action={
          <Button variant="soft" onClick={onRetry}>
            Try Again
          </Button>
        }
      >
        {isOffline
          ? 'This page was not saved on your phone yet. It opens when the network is back.'
          : 'Please try again.'}
      </EmptyState>
    </section>
  );
}
