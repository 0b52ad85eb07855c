import { outbox } from '../../offline/phone.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';

/** Of the sentence that tells why nobody can pay. */
export const NOT_SAVED_ID = 'cart-not-saved';

/** Under the button that waits for the cart to be saved. */
export function CartSavingNote({ saving }: { saving: 'saved' | 'saving' | 'stuck' }) {
  if (saving !== 'stuck') return null;
  return (
    <ErrorNote id={NOT_SAVED_ID} onRetry={() => void outbox.sendNow()}>
      Your changes are not saved yet.
    </ErrorNote>
  );
}
