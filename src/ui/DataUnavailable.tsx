import { Button } from './Button.tsx';
import { MessageBox } from './Note.tsx';

interface Props {
  /** The cause is only the missing connection. */
  isOffline: boolean;
  /** What failed to load while online. */
  failed: string;
  onRetry: () => void;
}

/** Replaces data that this phone does not have, so that no false zero shows. */
export function DataUnavailable({ isOffline, failed, onRetry }: Props) {
  return (
    <MessageBox
      kind={isOffline ? 'info' : 'warning'}
      action={
        <Button variant="quiet" small onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {isOffline ? 'Not saved on your phone yet. It loads when you are back online.' : failed}
    </MessageBox>
  );
}
