import { sendNow } from '../../offline/outbox-drain.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';

/** Under the button that waits for the cart to be saved. */
export function CartSavingNote({ saving }: { saving: 'saved' | 'saving' | 'stuck' }) {
  if (saving !== 'stuck') return null;
  return <ErrorNote onRetry={() => void sendNow()}>Your changes are not saved yet.</ErrorNote>;
}
