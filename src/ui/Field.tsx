import { type FormEvent, useId, useState } from 'react';
import type { Elements } from '../lib/elements.ts';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

export interface FieldProps {
  label: string;
  /** A sentence under the field, shown until an error takes its place. */
  hint?: string | undefined;
  /** Tied to the field, and spoken at once when it appears. */
  error?: string | null | undefined;
  /** Adds `(optional)` to the label. */
  optional?: boolean;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a control needs to be tied to its label, hint and error. */
interface FieldTies {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  onInvalid?: (event: FormEvent<Control>) => void;
  onInput?: () => void;
}

interface Props extends FieldProps {
  id?: string | undefined;
  /** Said beside the field in place of the browser's own words when it does not take what was typed. */
  refusal?: string | undefined;
  /** Where the app knows it: what was refused is mended once it changes. */
  text?: unknown;
  children: (ties: FieldTies) => Elements;
}

/** Label, control, hint and error of one field. */
export function Field({ id, label, hint, error: given, optional, refusal, text, children }: Props) {
  const [refused, setRefused] = useState<{ text: unknown }>();
  const error = given ?? (refused && refused.text === text ? refusal : undefined);
  const ownId = useId();
  const fieldId = id ?? ownId;
  const noteId = `${fieldId}-note`;
  return (
    <div className={styles.field}>
      <label htmlFor={fieldId}>
        <span>{label}</span>
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({
        id: fieldId,
        'aria-describedby': error || hint ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
        ...(refusal && {
          onInvalid: (event) => {
            event.preventDefault();
            setRefused({ text });
            focusFirst(event.currentTarget);
          },
          onInput: () => setRefused(undefined),
        }),
      })}
      {error ? (
        <p className={styles.error} id={noteId} role="alert">
          <Icon name="alert" size="sm" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <span className={styles.hint} id={noteId}>
            {hint}
          </span>
        )
      )}
    </div>
  );
}

/** As the browser does where it speaks itself. */
function focusFirst(control: Control): void {
  const fields: readonly Partial<Control>[] = Array.from(control.form?.elements ?? []);
  if (fields.find(({ validity }) => validity?.valid === false) === control) control.focus();
}
