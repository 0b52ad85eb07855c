import { Button } from './Button.tsx';
import { Note } from './Note.tsx';

interface Props {
  /** No connection: nothing is wrong but the line. */
  isOffline: boolean;
  /** What could not be loaded, where the line is there. */
  failed: string;
  onRetry: () => void;
}

/** In place of what this phone does not know: never a nought that nobody counted. */
export function NotOnPhone({ isOffline, failed, onRetry }: Props) {
  return (
    <Note
      kind={isOffline ? 'info' : 'warning'}
      action={
        <Button variant="quiet" small onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {isOffline ? 'Not saved on your phone yet. It comes when the network is back.' : failed}
    </Note>
  );
}
