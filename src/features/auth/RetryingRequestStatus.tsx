import { Button } from '../../ui/control/Button.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import type { RetryingRequestState } from './use-retrying-request.ts';

interface Props {
  call: RetryingRequestState;
  getMessage: (error: unknown) => string;
}

/** Shows that a call is being retried, with a Stop button, or its final error. */
export function RetryingRequestStatus({ call, getMessage }: Props) {
  if (!call.error) return null;
  const message = getMessage(call.error);
  if (!call.isRunning) return <MessageBox kind="error">{message}</MessageBox>;
  return (
    <MessageBox
      kind="warning"
      action={
        <Button variant="quiet" small onClick={call.stop}>
          Stop
        </Button>
      }
    >
      <span>{message}</span> <span>Still trying...</span>
    </MessageBox>
  );
}
