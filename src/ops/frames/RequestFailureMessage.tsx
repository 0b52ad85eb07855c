import { getErrorMessage } from '../../lib/api/error-message.ts';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { ChangeConflictError } from './conflict-error.ts';

interface Props {
  /** Error of the last request; null: it has not failed. */
  error: Error | null;
  /** Message for an error to which the server has given no message. */
  fallback: string;
  getMessage?: (error: unknown, fallback: string) => string;
}

/** Shows why a request failed. */
export function RequestFailureMessage({ error, fallback, getMessage = getErrorMessage }: Props) {
  const message = error instanceof ChangeConflictError ? error.message : getMessage(error, fallback);
  return error && <MessageBox kind="error">{message}</MessageBox>;
}
