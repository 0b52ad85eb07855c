import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import type { RetriedCall } from './use-retried-call.ts';

interface Props {
  call: RetriedCall;
  /** Maps a failure to its message. */
  tell: (error: unknown) => string;
}

/** Shows the error of a retried call, or its progress with a Stop button. */
export function CallFeedback({ call, tell }: Props) {
  if (!call.error) return null;
  const message = tell(call.error);
  if (!call.isRunning) return <Note kind="error">{message}</Note>;
  return (
    <Note
      kind="warning"
      action={
        <Button variant="quiet" small onClick={call.stop}>
          Stop
        </Button>
      }
    >
      <span>{message}</span> <span>Still trying...</span>
    </Note>
  );
}
