import { Button } from '../../ui/control/Button.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import type { RetryingRequestState } from './use-retrying-request.ts';

interface Props {
  state: RetryingRequestState;
  getMessage: (error: unknown) => string;
}

/** Shows that a request is being retried, with a Stop button, or its final error. */
export function RetryingRequestStatus({ state, getMessage }: Props) {
  if (!state.error) return null;
  const message = getMessage(state.error);
  if (!state.isRunning) return <MessageBox kind="error">{message}</MessageBox>;
  return (
    <MessageBox
      kind="warning"
      action={
        <Button variant="quiet" small onClick={state.stop}>
          Stop
        </Button>
      }
    >
      <span>{message}</span> <span>Still trying...</span>
    </MessageBox>
  );
}
