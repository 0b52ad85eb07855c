import type { Cart } from '#contract/schemas/cart.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/control/Button.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { EmptyState } from '../../../ui/message/EmptyState.tsx';
import { MessageBox } from '../../../ui/message/MessageBox.tsx';
import styles from './Cart.module.css';
import { CartLineList } from './CartLineList.tsx';

export function CartSkeleton() {
  return (
    <div className="split" role="status" aria-label="Loading your cart">
      <div className="card">
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

export function EmptyCartMessage() {
  return (
    <section className="card">
      <EmptyState
        title="Your cart is empty"
        action={
          <ButtonLink variant="soft" to={screenPaths.home}>
            See group deals
          </ButtonLink>
        }
      >
        Join a group deal to fill it.
      </EmptyState>
    </section>
  );
}

/** True when the cart is empty or every product was withdrawn. */
export function hasNoBuyableItems({ items }: Cart): boolean {
  return items.every(({ available }) => !available);
}

/** Shows a message in place of the totals and the checkout link when every product was withdrawn from sale. */
export function AllProductsWithdrawnMessage({ cart }: { cart: Cart }) {
  return (
    <div className="stack">
      <MessageBox kind="warning">
        We no longer sell what is in your cart. Please remove it and choose another deal.
      </MessageBox>
      <CartLineList items={cart.items} />
      <ButtonLink variant="soft" wide to={screenPaths.home}>
        See group deals
      </ButtonLink>
    </div>
  );
}

interface FailedProps {
  /** True: the phone is offline and has no saved cart to show. */
  isOffline: boolean;
  onRetry: () => void;
}

export function CartLoadError({ isOffline, onRetry }: FailedProps) {
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
          ? 'This page was not saved on your phone yet. It opens when you are back online.'
          : 'Please try again.'}
      </EmptyState>
    </section>
  );
}
