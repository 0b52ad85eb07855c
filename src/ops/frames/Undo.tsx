import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint, EndpointTypes } from '#contract/endpoint.ts';
import { type ApiCallOptions, sendApiRequest } from '../../lib/api/api-send.ts';
import { createRandomUuid } from '../../lib/browser/random-uuid.ts';
import { Button } from '../../ui/control/Button.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { refetchEndpoints } from './console-queries.ts';
import { RequestFailureMessage } from './RequestFailureMessage.tsx';

/** Restores the values before a change. */
export interface UndoRequest {
  /** Throws when somebody has changed the values since. */
  check?: () => Promise<void>;
  /** Sends the action. A repeat under the same idempotency key does nothing. */
  send: (idempotencyKey: string) => Promise<unknown>;
}

/** Creates an undo request. Actions that notify somebody have none, because a message cannot be undone. */
export function createUndoRequest<S extends EndpointTypes>(
  endpoint: Endpoint<S>,
  parts: ApiCallOptions<S>,
): UndoRequest {
  return { send: (idempotencyKey) => sendApiRequest(endpoint, { ...parts, idempotencyKey }) };
}

interface Props {
  /** Sentence that says that the action is done. */
  children: string;
  /** Requests that together restore what the action changed; empty: the action cannot be undone. */
  undo: readonly UndoRequest[];
  onUndone?: () => void;
}

/** Says that an action is done, with a button that undoes it. The audit log has the action and its undoing. */
export function MessageWithUndoButton({ children, undo, onUndone }: Props) {
  const queryClient = useQueryClient();
  const [keys] = useState(() => undo.map(() => createRandomUuid()));
  const undone = useMutation({
    mutationFn: async () => {
      for (const { check } of undo) await check?.();
      for (const [index, { send }] of undo.entries()) await send(keys[index] as string);
    },
    onSuccess: () => onUndone?.(),
    onSettled: () => refetchEndpoints(queryClient),
  });
  if (undone.isSuccess) return <MessageBox>Undone. It is as it was before.</MessageBox>;
  return (
    <div className="stack" data-gap="2">
      <MessageBox
        kind="success"
        action={
          undo.length > 0 && (
            <Button
              variant="quiet"
              small
              onClick={() => undone.mutate()}
              busyLabel={undone.isPending && 'Undoing...'}
            >
              Undo
            </Button>
          )
        }
      >
        {children}
      </MessageBox>
      <RequestFailureMessage error={undone.error} fallback="It could not be undone." />
    </div>
  );
}
