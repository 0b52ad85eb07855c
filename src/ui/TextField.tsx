import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import input from './Input.module.css';

interface Props extends ComponentProps<'input'>, FieldProps {}

/** A labelled one-line input. `ref` reaches the input, for focus on the first wrong field. */
export function TextField({ label, hint, error, optional, id, ...rest }: Props) {
  return (
    <Field {...{ id, label, hint, error }} optional={optional ?? false}>
      {(ties) => <input {...rest} {...ties} className={input.input} />}
    </Field>
  );
}

interface AreaProps extends ComponentProps<'textarea'>, FieldProps {}

/** A labelled input of several lines. */
export function TextArea({ label, hint, error, optional, id, ...rest }: AreaProps) {
  return (
    <Field {...{ id, label, hint, error }} optional={optional ?? false}>
      {(ties) => <textarea {...rest} {...ties} className={input.input} />}
    </Field>
  );
}
