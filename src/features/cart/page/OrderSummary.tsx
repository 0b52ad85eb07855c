import { calculateCartLineSaving, calculateCartLineTotal } from '#contract/rules/money/line-price.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import type { TextFreeChildren } from '../../../lib/react/elements.ts';
import { LazyImage } from '../../../ui/image/LazyImage.tsx';
import styles from './Cart.module.css';
import { formatCartItemUnit } from './CartLine.tsx';

interface Props {
  cart: Cart;
  /** Amount that the wallet pays, whole naira. */
  walletPaymentNaira: number;
  /** True: the cart's lines show too, on screens that do not list them elsewhere. */
  withLines?: boolean;
  /** Payment choice and main button, shown under the totals. */
  children?: TextFreeChildren;
}

/** Shows the totals of the cart and how they are paid. 'Items (n)' counts lines, not pieces. */
export function OrderSummary({ cart, walletPaymentNaira, withLines = false, children }: Props) {
  const byCard = Math.max(0, cart.totalPrice - walletPaymentNaira);
  const saving = cart.items
    .filter(({ available }) => available)
    .reduce((sum, item) => sum + calculateCartLineSaving(item), 0);
  const isAllByCard = walletPaymentNaira === 0 && cart.walletBalance === 0;
  return (
    <aside className="card stack" aria-label="Order summary">
      <h2>Order summary</h2>
      {withLines && (
        <>
          <ul className="stack" data-gap="3">
            {cart.items.map((item) => (
              <li key={item._id} className={styles.brief}>
                <span className={styles['small-picture']}>
                  <LazyImage
                    image={item.product.pictures[0]}
                    src={item.product.images[0]}
                    alt=""
                    sizes="48px"
                  />
                </span>
                <span className={`grow ${styles.name}`}>
                  <span>{item.name || item.product.title}</span>
                  <br />
                  <span className="muted">{`${formatCartItemUnit(item)} × ${item.quantity}`.trim()}</span>
                </span>
                {item.available ? (
                  <strong className="num" translate="no">
                    {formatNaira(calculateCartLineTotal(item))}
                  </strong>
                ) : (
                  <strong>No longer available</strong>
                )}
              </li>
            ))}
          </ul>
          <hr className="rule" />
        </>
      )}
      <dl className={`stack small ${styles.sum}`} data-gap="2">
        <div>
          <dt className="muted">{`Items (${cart.items.length})`}</dt>
          <dd className="num" translate="no">
            {formatNaira(cart.totalPrice)}
          </dd>
        </div>
        {!isAllByCard && (
          <>
            <div>
              <dt className="muted">From wallet</dt>
              <dd className={`num ${styles['from-wallet']}`} translate="no">
                {formatNaira(-walletPaymentNaira)}
              </dd>
            </div>
            <div>
              <dt className="muted">By card</dt>
              <dd className="num" translate="no">
                {formatNaira(byCard)}
              </dd>
            </div>
          </>
        )}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd className="num" translate="no">
            {formatNaira(cart.totalPrice)}
          </dd>
        </div>
        {saving > 0 && (
          <div className={styles.saving}>
            <dt>You save</dt>
            <dd className="num" translate="no">
              {formatNaira(saving)}
            </dd>
          </div>
        )}
      </dl>
      {children}
    </aside>
  );
}
