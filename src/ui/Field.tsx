import { useId } from 'react';
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

/** What a control needs to be tied to its label, hint and error. */
interface FieldTies {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Props extends FieldProps {
  id?: string | undefined;
  children: (ties: FieldTies) => Elements;
}

/** Label, control, hint and error of one field. */
export function Field({ id, label, hint, error, optional, children }: Props) {
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
