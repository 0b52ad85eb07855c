import type { CartItem } from '#contract/schemas/cart.ts';
import { showToast } from '../../ui/toast.ts';
import styles from './Cart.module.css';
import { CartLine } from './CartLine.tsx';
import { type CartAnswer, changeQuantity, removeLine } from './cart-commands.ts';
import { keyOf } from './cart-view.ts';

function lineId(item: CartItem): string {
  const { productId, variant, sellingUnitName } = keyOf(item);
  return [productId, variant, sellingUnitName].join('|');
}

async function tell(answer: Promise<CartAnswer>): Promise<void> {
  const result = await answer.catch((error: unknown): CartAnswer => {
    // The phone itself failed. A tap never ends without a word.
    console.warn('the cart could not be changed', error);
    return { kind: 'refused', message: 'The cart could not be changed. Please try again.' };
  });
  if (result.kind === 'refused') showToast({ kind: 'error', message: result.message });
}

/** The lines of the cart. A change shows as soon as the phone keeps it, and is sent by the outbox. */
export function CartList({ items }: { items: readonly CartItem[] }) {
  return (
    <ul className={`card ${styles.list}`} aria-label="Items in your cart">
      {items.map((item) => (
        <CartLine
          key={lineId(item)}
          item={item}
          onQuantity={(quantity) => void tell(changeQuantity(item, quantity - item.quantity))}
          onRemove={() => void tell(removeLine(keyOf(item)))}
        />
      ))}
    </ul>
  );
}
