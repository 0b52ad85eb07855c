import type { ComponentProps } from 'react';
import input from './Input.module.css';
import { LabelledField, type LabelledFieldProps } from './LabelledField.tsx';
import { useControlledFieldProps } from './use-controlled-field-props.ts';

interface Props extends ComponentProps<'input'>, LabelledFieldProps {}

/** Shows a one-line text field with a label. `title` is the message for text that does not match `pattern`. */
export function TextField({ label, hint, error, optional, id, value, ...rest }: Props) {
  const text = useControlledFieldProps<HTMLInputElement>({ ...rest, value });
  return (
    <LabelledField
      {...{ id, label, hint, error }}
      optional={optional ?? false}
      refusal={rest.title}
      text={value}
    >
      {(ties) => <input {...rest} {...text} {...ties} className={input.input} />}
    </LabelledField>
  );
}

interface AreaProps extends ComponentProps<'textarea'>, LabelledFieldProps {}

export function TextAreaField({ label, hint, error, optional, id, value, ...rest }: AreaProps) {
  const text = useControlledFieldProps<HTMLTextAreaElement>({ ...rest, value });
  return (
    <LabelledField {...{ id, label, hint, error }} optional={optional ?? false}>
      {(ties) => <textarea {...rest} {...text} {...ties} className={input.input} />}
    </LabelledField>
  );
}
