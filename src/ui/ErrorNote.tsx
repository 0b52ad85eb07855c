import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Note } from './Note.tsx';

interface Props {
  children: ReactNode;
  onRetry?: () => void;
}

/** A failure in one sentence, with `Try Again` where trying can help. */
export function ErrorNote({ children, onRetry }: Props) {
  return (
    <Note
      kind="error"
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
