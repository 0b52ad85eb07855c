import { Button } from '../control/Button.tsx';
import { MessageBox } from './MessageBox.tsx';

interface Props {
  /** True: the data is missing only because the phone is offline. */
  isOffline: boolean;
  /** Message for data that failed to load although the phone is online. */
  message: string;
  onRetry: () => void;
}

/**
 * Shows a message in place of data that this phone does not have, because an empty list or a zero would be taken for
 * the truth.
 */
export function DataUnavailableMessage({ isOffline, message, onRetry }: Props) {
  return (
    <MessageBox
      kind={isOffline ? 'info' : 'warning'}
      action={
        <Button variant="quiet" small onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {isOffline ? 'Not saved on your phone yet. It loads when you are back online.' : message}
    </MessageBox>
  );
}
