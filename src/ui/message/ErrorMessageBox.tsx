import type { ReactNode } from 'react';
import { Button } from '../control/Button.tsx';
import { MessageBox } from './MessageBox.tsx';

interface Props {
  children: ReactNode;
  onRetry?: () => void;
  id?: string;
}

/** Shows an error message, with `Try Again` where retrying can help. */
export function ErrorMessageBox({ children, onRetry, id }: Props) {
  return (
    <MessageBox
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
    </MessageBox>
  );
}
