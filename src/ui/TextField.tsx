import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import input from './Input.module.css';
import { useFieldValue } from './use-field-value.ts';

interface Props extends ComponentProps<'input'>, FieldProps {}

/** Labels a one-line input. `ref` reaches the input; `title` is the message for a broken `pattern`. */
export function TextField({ label, hint, error, optional, id, value, ...rest }: Props) {
  const text = useFieldValue<HTMLInputElement>({ ...rest, value });
  return (
    <Field {...{ id, label, hint, error }} optional={optional ?? false} refusal={rest.title} text={value}>
      {(ties) => <input {...rest} {...text} {...ties} className={input.input} />}
    </Field>
  );
}

interface AreaProps extends ComponentProps<'textarea'>, FieldProps {}

export function TextArea({ label, hint, error, optional, id, value, ...rest }: AreaProps) {
  const text = useFieldValue<HTMLTextAreaElement>({ ...rest, value });
  return (
    <Field {...{ id, label, hint, error }} optional={optional ?? false}>
      {(ties) => <textarea {...rest} {...text} {...ties} className={input.input} />}
    </Field>
  );
}
