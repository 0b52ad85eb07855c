import type { CartItem } from '#contract/schemas/cart.ts';
import { focusNeighbourRow } from '../../../lib/browser/focus-neighbour-row.ts';
import { useAppService } from '../../../lib/react/services.ts';
import { useSecondTapCheck } from '../../../lib/react/use-second-tap-check.ts';
import { showToast } from '../../../ui/message/toast.ts';
import { type CartCommandResult, createCartCommandSubmitter } from '../data/cart-commands.ts';
import { getCartLineKey } from '../data/cart-view.ts';
import { CartLine } from './CartLine.tsx';

function lineId(item: CartItem): string {
  const { productId, variant, sellingUnitName } = getCartLineKey(item);
  return [productId, variant, sellingUnitName].join('|');
}

async function showCartCommandResult(answer: Promise<CartCommandResult>): Promise<void> {
  const result = await answer.catch((error: unknown): CartCommandResult => {
    // The phone could not store the change. A message says so, because a tap without a visible result would be
    // repeated.
    console.warn('the cart could not be changed', error);
    return { kind: 'refused', message: 'The cart could not be changed. Please try again.' };
  });
  if (result.kind === 'refused') showToast({ kind: 'error', message: result.message });
}

/** Lists the cart lines. A change shows once the phone has stored it and is sent afterwards. */
export function CartLineList({ items }: { items: readonly CartItem[] }) {
  const actions = useAppService(createCartCommandSubmitter);
  const isSecondTap = useSecondTapCheck();
  return (
    <ul className="card" aria-label="Items in your cart">
      {items.map((item) => (
        <CartLine
          key={lineId(item)}
          item={item}
          onQuantity={(quantity) =>
            void showCartCommandResult(actions.changeQuantity(item, quantity - item.quantity))
          }
          onRemove={(event) => {
            if (isSecondTap(event)) return;
            focusNeighbourRow(event.currentTarget);
            void showCartCommandResult(actions.removeLine(getCartLineKey(item)));
          }}
        />
      ))}
    </ul>
  );
}
