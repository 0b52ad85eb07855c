import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Note } from './Note.tsx';

interface Props {
  children: ReactNode;
  onRetry?: () => void;
  id?: string;
}

/** Shows an error message, with `Try Again` where retrying can help. */
export function ErrorNote({ children, onRetry, id }: Props) {
  return (
    <Note
      kind="error"
      id={id}
      action={
        onRetry && (
          <Button variant="quiet" small onClick={onRetry}>
            Try Again
          </Button>
        )
      }
    >
      {children}
    </Note>
  );
}
