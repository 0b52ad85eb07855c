import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import type { PatientCall } from './use-patient-call.ts';

interface Props {
  call: PatientCall;
  /** The failure in words. */
  tell: (error: unknown) => string;
}

/** What a call that is repeated tells: the refusal, or that it goes on trying, with a way to stop. */
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
