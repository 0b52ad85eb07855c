import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { Field, type FieldProps } from './Field.tsx';
import input from './Input.module.css';
import { maskNational, phoneValue } from './phone-mask.ts';

const PHONE_INPUT_MAX_LENGTH = 18;

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'>, FieldProps {
  /** `+234` and digits, or empty; a foreign number as it is dialled, which no check takes. */
  value: string;
  onChange: (value: string) => void;
}

/** A Nigerian phone number: the calling code is fixed, `0803…` becomes `+234803…`. */
export function PhoneField({ label, hint, error, optional, id, value, onChange, ...rest }: Props) {
  return (
    <Field {...{ id, label, hint, error }} optional={optional ?? false}>
      {(ties) => (
        <div className={styles.phone}>
          <span>+234</span>
          <input
            autoComplete="tel"
            {...rest}
            {...ties}
            type="tel"
            inputMode="tel"
            maxLength={PHONE_INPUT_MAX_LENGTH}
            className={input.input}
            value={maskNational(value)}
            onChange={(event) => onChange(phoneValue(event.target.value))}
          />
        </div>
      )}
    </Field>
  );
}
