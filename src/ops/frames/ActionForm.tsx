import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, type FormEvent, type ReactNode, use, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Endpoint } from '#contract/endpoint.ts';
import { OPERATOR_REASON_LENGTH_MAX } from '#contract/limits.ts';
import type { OpsProposalIdAndExpiry } from '#contract/schemas/ops/approvals.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { createRandomUuid } from '../../lib/browser/random-uuid.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { Button } from '../../ui/control/Button.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox, type MessageBoxKind } from '../../ui/message/MessageBox.tsx';
import { formatLagosDateTime } from '../display-text.ts';
import { refetchEndpoints } from './console-queries.ts';
import styles from './frames.module.css';
import { RequestFailureMessage } from './RequestFailureMessage.tsx';
import { MessageWithUndoButton, type UndoRequest } from './Undo.tsx';
import { useOperatorAction } from './use-action.ts';

/** The values of a form's fields by their names. */
type Fields = Readonly<Record<string, string>>;

/** Maps each property of the request body to a fixed value, or to a function that reads the form field of this name. */
type Reads<Body> = {
  readonly [Name in keyof Body]?: Body[Name] | ((text: string, fields: Fields) => Body[Name] | undefined);
};

/** Builds the request body. Empty fields are left out. */
function bodyOf(
  reads: Readonly<Record<string, unknown>>,
  fields: Fields,
  before: Readonly<Record<string, unknown>>,
): object {
  const parts = Object.entries(reads).flatMap(([name, read]) => {
    if (typeof read !== 'function') return [[name, read]];
    const text = fields[name];
    return text ? [[name, read(text, fields)]] : [];
  });
  return Object.fromEntries(
    parts.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

interface Outcome {
  kind: MessageBoxKind;
  text: string;
}

interface Props<Params extends object, Body extends object, Reply extends object> {
  title: string;
  /** Label of the button, such as `Fail the Group`, and `Failing...` while the action runs. */
  label: string;
  busyLabel: string;
  to: Endpoint<{ params?: Params; body?: Body; reply: Reply }>;
  params?: NoInfer<Params>;
  /** Maps the form's fields to the request body; absent: the body has only the reason, if one is requested. */
  reads?: Reads<NoInfer<Body>>;
  /** Further fields of the form besides the reason. */
  children?: TextFreeChildren;
  /** True: the form requests a reason. */
  asksReason?: boolean;
  /** True: a dry run shows the effects before the action can be confirmed. A function formats the effects. */
  figures?: boolean | ((data: NoInfer<Reply>) => ReactNode);
  /** Throws when the action must not begin, because somebody has changed what the operator has seen. */
  prepare?: (body: NoInfer<Body>, previewed: NoInfer<Reply> | undefined) => Promise<void>;
  /** Message in the form after success. */
  done?: string | ((reply: NoInfer<Reply>) => Outcome | null);
  /** Success message at the top of the page, for a form that disappears after success. */
  successMessage?: (reply: NoInfer<Reply>, fields: Fields) => ReactNode;
  /** Requests that undo the action, offered beside the success message; empty: the action cannot be undone. */
  undo?: (reply: NoInfer<Reply>, body: NoInfer<Body>) => readonly UndoRequest[];
  /** Address of the page that opens after success. */
  leadsTo?: string;
  onDone?: (reply: NoInfer<Reply>) => void;
  /**
   * The record's values when the form was opened. Only changed fields are sent, so that another operator's changes to
   * other fields are kept.
   */
  before?: NoInfer<Body>;
  isCard?: boolean;
  /** `danger` is for actions that take something away: money, access or goods. */
  variant?: 'main' | 'danger';
}

/** Runs an operator's action: shows its effects, asks for a reason, and reports when a second person must approve. */
export function ActionForm<Params extends object, Body extends object, Reply extends object>(
  props: Props<Params, Body, Reply>,
) {
  const { title, label, busyLabel, children, asksReason = true, isCard, variant = 'main' } = props;
  const { figures, done, mustLook, handleInput, handleSubmit } = useActionForm(props);
  const error = figures.error ?? done.error;
  const proposal = proposalOf(done.data);
  const outcome = done.data && !proposal ? outcomeOf(props.done, done.data) : null;
  return (
    <Form
      className={`stack ${styles.form} ${isCard ? 'card' : ''}`}
      data-gap="3"
      aria-label={title}
      onSubmit={handleSubmit}
      onInput={handleInput}
    >
      <h2>{title}</h2>
      {children}
      {asksReason && (
        <TextField label="Reason" name="reason" maxLength={OPERATOR_REASON_LENGTH_MAX} required />
      )}
      {figures.data?.words && <MessageBox role="note">{figures.data.words}</MessageBox>}
      {done.underWay && <MessageBox kind="info">{done.underWay}</MessageBox>}
      <RequestFailureMessage error={error} fallback="It could not be done." />
      {outcome && <MessageBox kind={outcome.kind}>{outcome.text}</MessageBox>}
      {proposal && (
        <MessageBox kind="info">
          {`A second person has to approve this by ${formatLagosDateTime(proposal.expiresAt)}. It is number ${proposal.id} under Approvals.`}
        </MessageBox>
      )}
      <Button
        type="submit"
        variant={mustLook ? 'soft' : variant}
        busyLabel={(figures.isPending && 'Loading...') || (done.isPending && busyLabel)}
      >
        {mustLook ? 'Preview' : label}
      </Button>
    </Form>
  );
}

function useActionForm<Params extends object, Body extends object, Reply extends object>(
  props: Props<Params, Body, Reply>,
) {
  const { to, params, figures: shown, asksReason = true } = props;
  const [before] = useState<Readonly<Record<string, unknown>>>(props.before ?? {});
  const reads: Readonly<Record<string, unknown>> | false = props.reads ?? (asksReason && { reason: String });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showMessage = use(ActionMessageContext);
  // A repeated request has the same idempotency key. Changing the form makes a new key.
  const [key, setKey] = useState(createRandomUuid);
  const readBody = (fields: Fields) => bodyOf(reads || {}, fields, before) as Body;
  const call = (fields: Fields, how: { dryRun?: true }, idempotencyKey?: string): Promise<Reply> => {
    const body = reads && { body: { ...readBody(fields), ...how } };
    return sendApiRequest(to as Endpoint, { params, ...body, idempotencyKey } as never) as Promise<Reply>;
  };
  const figures = useMutation({
    mutationFn: async (fields: Fields) => {
      const reply = await call(fields, { dryRun: true });
      return { reply, words: typeof shown === 'function' ? shown(reply) : saysOf(reply) };
    },
  });
  const prepare = async (fields: Fields) => {
    try {
      await props.prepare?.(readBody(fields), figures.data?.reply);
    } catch (error) {
      figures.reset();
      throw error;
    }
  };
  const done = useOperatorAction({
    prepare,
    perform: (fields: Fields) => call(fields, {}, key),
    onDone: (reply, fields) => {
      setKey(createRandomUuid());
      figures.reset();
      // The action may have changed anything on the screen, so everything is fetched again.
      void refetchEndpoints(queryClient);
      if (proposalOf(reply)) return;
      const message = props.successMessage?.(reply, fields);
      const undo = props.undo?.(reply, readBody(fields)) ?? [];
      if (typeof message === 'string')
        showMessage(
          <MessageWithUndoButton key={key} undo={undo}>
            {message}
          </MessageWithUndoButton>,
        );
      else if (message) showMessage(message);
      if (props.leadsTo) navigate(props.leadsTo, { replace: true });
      props.onDone?.(reply);
    },
  });
  const mustLook = Boolean(shown) && !figures.isSuccess;
  const handleInput = ({ target }: FormEvent<HTMLFormElement>) => {
    setKey(createRandomUuid());
    // After a change of any field but the reason, the previewed effects no longer hold.
    if ((target as unknown as HTMLInputElement).name !== 'reason') figures.reset();
    done.reset();
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    const pairs = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    // The last action's message is removed, because it would look like the result of the action that is previewed.
    if (mustLook) done.reset();
    (mustLook ? figures : done).mutate(Object.fromEntries(pairs));
  };
  return { figures, done, mustLook, handleInput, handleSubmit };
}

function proposalOf(reply: object | undefined): OpsProposalIdAndExpiry | undefined {
  return (reply as { proposal?: OpsProposalIdAndExpiry } | undefined)?.proposal;
}

function outcomeOf<Reply>(
  done: string | ((reply: Reply) => Outcome | null) | undefined,
  reply: Reply,
): Outcome | null {
  if (typeof done === 'function') return done(reply);
  return done === undefined ? null : { kind: 'success', text: done };
}

/** Lists the effects of a dry run, and whether a second person must approve. */
function saysOf(reply: object): ReactNode {
  const { data } = reply as { data?: { says?: string[]; needsApproval?: boolean } };
  if (!data || Array.isArray(data)) return null;
  return (
    <ActionEffectList
      sentences={[
        ...(data.says ?? []),
        ...(data.needsApproval ? ['A second person has to approve this.'] : []),
      ]}
    />
  );
}

/** Shows all effects of an action, one sentence each. */
export function ActionEffectList({ sentences }: { sentences: readonly string[] }) {
  return (
    <span className="stack" data-gap="1">
      {sentences.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </span>
  );
}

const ActionMessageContext = createContext<(message: ReactNode) => void>(() => undefined);

/** @returns a function that shows a success message at the top of the `ActionMessageArea`. */
export const useShowActionMessage = () => use(ActionMessageContext);

/** Shows the success message of an action above forms that disappear when their action succeeds. */
export function ActionMessageArea({ children }: { children: TextFreeChildren }) {
  const [message, setMessage] = useState<ReactNode>();
  return (
    <ActionMessageContext value={setMessage}>
      {typeof message === 'string' ? (
        <MessageBox kind="success">{message}</MessageBox>
      ) : (
        message && <div>{message}</div>
      )}
      {children}
    </ActionMessageContext>
  );
}
