import { useOfflineStores } from '../../../offline/offline-stores.ts';
import { ErrorMessageBox } from '../../../ui/message/ErrorMessageBox.tsx';

/** Id of the message that says why checkout is disabled; the button refers to it by `aria-describedby`. */
export const CART_SAVING_STUCK_ELEMENT_ID = 'cart-not-saved';

/** Shows why the checkout button stays disabled, once the server has not received the cart for ten seconds. */
export function CartSavingStuckMessage({ saving }: { saving: 'saved' | 'saving' | 'stuck' }) {
  const { outbox } = useOfflineStores();
  if (saving !== 'stuck') return null;
  return (
    <ErrorMessageBox id={CART_SAVING_STUCK_ELEMENT_ID} onRetry={() => void outbox.sendNow()}>
      Your changes are not saved yet.
    </ErrorMessageBox>
  );
}
