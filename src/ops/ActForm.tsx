import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { OPERATOR_REASON_MAX } from '#contract/limits.ts';
import type { OpsProposed } from '#contract/schemas/ops-approvals.ts';
import type { Elements } from '../lib/elements.ts';
import { errorMessage } from '../lib/error-message.ts';
import { newKey } from '../lib/new-key.ts';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { Note, type NoteKind } from '../ui/Note.tsx';
import { TextField } from '../ui/TextField.tsx';
import lists from './Lists.module.css';
import { useAct } from './use-act.ts';
import { lagosTime } from './words.ts';

/** What stands in a form's fields, by their names. */
export type ActFields = Readonly<Record<string, string>>;

interface Props {
  title: string;
  /** The button's words, `Fail the Group`, and while it is done, `Failing...`. */
  label: string;
  busyLabel: string;
  /** What stands there when it is done, or `outcomeOf` its reply. Without: the screen shows it, the form may be gone by then. */
  doneWords?: string;
  outcomeOf?: (reply: object) => { kind: NoteKind; words: string } | null;
  /** Fields beside the reason. */
  children?: Elements;
  /** Without: nobody is asked why. */
  asksReason?: boolean;
  /** What it would come to: shown first, and only then it can be done. */
  preview?: (fields: ActFields) => Promise<ReactNode>;
  /** One key is one act, however often it is sent. @returns the reply; 202 has a proposal. */
  act: (fields: ActFields, idempotencyKey: string) => Promise<object>;
  onDone?: (reply: object) => void;
  /** The button's look; without: that of a lesser act. */
  variant?: 'main' | 'soft' | 'danger';
}

/** An act of an operator: figures first, the reason asked, and told when it waits for a second person. */
export function ActForm(props: Props) {
  const { title, label, busyLabel, doneWords, children, asksReason = true, preview, act, onDone } = props;
  const { variant = 'soft' } = props;
  const [key, setKey] = useState(newKey);
  const figures = useMutation({ mutationFn: async (fields: ActFields) => preview?.(fields) });
  const done = useAct({
    act: (fields: ActFields) => act(fields, key),
    onDone: (reply) => {
      setKey(newKey());
      figures.reset();
      onDone?.(reply);
    },
  });
  const mustLook = preview !== undefined && !figures.isSuccess;
  const handleInput = ({ target }: FormEvent<HTMLFormElement>) => {
    setKey(newKey());
    // Other fields are another action, whose figures nobody has seen. The reason changes none.
    if ((target as unknown as HTMLInputElement).name !== 'reason') figures.reset();
    done.reset();
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value).trim(),
    ]);
    (mustLook ? figures : done).mutate(Object.fromEntries(entries));
  };
  const error = figures.error ?? done.error;
  const proposal = proposalOf(done.data);
  const plainly = doneWords ? { kind: 'success' as const, words: doneWords } : null;
  const outcome = done.isSuccess && !proposal ? (props.outcomeOf?.(done.data) ?? plainly) : null;
  const busy = (figures.isPending && 'Counting...') || (done.isPending && busyLabel);
  return (
    <Form
      className={`stack ${lists.form}`}
      data-gap="3"
      aria-label={title}
      onSubmit={handleSubmit}
      onInput={handleInput}
    >
      <h2>{title}</h2>
      {children}
      {asksReason && <TextField label="Reason" name="reason" maxLength={OPERATOR_REASON_MAX} required />}
      {figures.isSuccess && figures.data && <Note role="note">{figures.data}</Note>}
      {done.underWay && <Note kind="info">{done.underWay}</Note>}
      {error && <Note kind="error">{errorMessage(error, 'It could not be done.')}</Note>}
      {outcome && <Note kind={outcome.kind}>{outcome.words}</Note>}
      {proposal && (
        <Note kind="info">
          {`A second person has to agree, until ${lagosTime(proposal.expiresAt)}. It is number ${proposal.id} of the approvals.`}
        </Note>
      )}
      <Button type="submit" variant={mustLook ? 'soft' : variant} busyLabel={busy}>
        {mustLook ? 'Show What It Moves' : label}
      </Button>
    </Form>
  );
}

function proposalOf(reply: object | undefined): OpsProposed | undefined {
  return (reply as { proposal?: OpsProposed } | undefined)?.proposal;
}
