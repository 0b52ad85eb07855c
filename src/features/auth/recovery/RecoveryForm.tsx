import { type FormEvent, useState } from 'react';
import { getBadRequestMessage } from '../../../lib/api/error-message.ts';
import { focusFirstInvalidField } from '../../../lib/browser/focus-first-error.ts';
import type { TextFreeChildren } from '../../../lib/react/elements.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { InputErrorMessage } from '../../../ui/form/LabelledField.tsx';
import { RetryingRequestStatus } from '../RetryingRequestStatus.tsx';
import { type RetryableRequest, useRetryingRequest } from '../use-retrying-request.ts';

interface Props<Body, Reply> {
  /** Error message of the input; null: it may be sent. */
  wrong: string | null;
  body: Body;
  send: RetryableRequest<Body, Reply>;
  onReply: (reply: Reply) => void;
  /** Message for a failed request whose response has no message. */
  failed: string;
  label: string;
  busyLabel: string;
  disabled?: boolean;
  onBack?: () => void;
  children: TextFreeChildren;
}

/** Checks and sends the input of one step of the recovery, and retries until the server gives a final response. */
export function RecoveryForm<Body, Reply>(props: Props<Body, Reply>) {
  const { wrong, body, send, onReply, failed, label, busyLabel, disabled, onBack, children } = props;
  const [shown, setShown] = useState<string | null>(null);
  const retried = useRetryingRequest();
  const handleSubmit = async ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (disabled) return;
    setShown(wrong);
    if (wrong) return focusFirstInvalidField(currentTarget);
    const reply = await retried.run(body, send);
    if (reply) onReply(reply);
  };
  return (
    <Form className="stack" noValidate onSubmit={handleSubmit}>
      {children}
      {shown ? (
        <InputErrorMessage message={shown} />
      ) : (
        <RetryingRequestStatus state={retried} getMessage={(error) => getBadRequestMessage(error, failed)} />
      )}
      <Button type="submit" wide disabled={disabled} busyLabel={retried.isRunning && busyLabel}>
        {label}
      </Button>
      {onBack && (
        // The message above disappears on submitting, so the second tap of a double tap would go back and abort.
        <Button variant="line" wide disabled={retried.isRunning} onClick={onBack}>
          Back
        </Button>
      )}
    </Form>
  );
}
