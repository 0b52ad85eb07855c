import { useOfflineServices } from '../../offline/offline-services.ts';
import { ErrorMessageBox } from '../../ui/ErrorNote.tsx';

/** `aria-describedby` refers to the message that explains why checkout is disabled. */
export const CART_NOT_SAVED_ELEMENT_ID = 'cart-not-saved';

/** Explains under a disabled checkout button that saving the cart is stuck. */
export function CartSavingStuckMessage({ saving }: { saving: 'saved' | 'saving' | 'stuck' }) {
  const { outbox } = useOfflineServices();
  if (saving !== 'stuck') return null;
  return (
    <ErrorMessageBox id={CART_NOT_SAVED_ELEMENT_ID} onRetry={() => void outbox.sendNow()}>
      Your changes are not saved yet.
    </ErrorMessageBox>
  );
}
