import { type FormEvent, useId, useState } from 'react';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { Icon } from '../icon/Icon.tsx';
import styles from './Field.module.css';

export interface LabelledFieldProps {
  label: string;
  /** Help text under the field; an error replaces it. */
  hint?: string | undefined;
  /** Error message of the field, which screen readers announce at once. */
  error?: string | null | undefined;
  optional?: boolean;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Attributes that link a control to its label, help text and error. */
interface FieldTies {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  onInvalid?: (event: FormEvent<Control>) => void;
  onInput?: () => void;
}

interface Props extends LabelledFieldProps {
  id?: string | undefined;
  /** Message for input that the browser's validation rejects. */
  refusal?: string | undefined;
  /** Current value of the field. A new value removes the validation message. */
  text?: unknown;
  children: (ties: FieldTies) => TextFreeChildren;
}

export function LabelledField({ id, label, hint, error: given, optional, refusal, text, children }: Props) {
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
        <InputErrorMessage id={noteId} message={error} />
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

/** Shows an error of the input; screen readers announce it at once. */
export function InputErrorMessage({ id, message }: { id?: string; message: string }) {
  return (
    <p className={styles.error} id={id} role="alert">
      <Icon name="alert" size="sm" />
      <span>{message}</span>
    </p>
  );
}

/** Focuses the control if it is the form's first invalid one, like the browser's own validation. */
function focusFirst(control: Control): void {
  const fields: readonly Partial<Control>[] = Array.from(control.form?.elements ?? []);
  if (fields.find(({ validity }) => validity?.valid === false) === control) control.focus();
}
