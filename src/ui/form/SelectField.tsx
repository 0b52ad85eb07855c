import type { ComponentProps } from 'react';
import { Icon } from '../icon/Icon.tsx';
import styles from './Field.module.css';
import input from './Input.module.css';
import { LabelledField, type LabelledFieldProps } from './LabelledField.tsx';
import { useControlledFieldProps } from './use-controlled-field-props.ts';

interface Props extends ComponentProps<'select'>, LabelledFieldProps {
  options: readonly { value: string; label: string }[];
  /** Text of the first entry, which cannot be chosen and shows until a choice is made. */
  placeholder?: string;
}

/** Shows a native `<select>` with a label. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  id,
  options,
  placeholder,
  value,
  ...rest
}: Props) {
  const chosen = useControlledFieldProps<HTMLSelectElement>({ ...rest, value }, options);
  return (
    <LabelledField {...{ id, label, hint, error }} optional={optional ?? false}>
      {(ties) => (
        <div className={styles.select}>
          <select {...rest} {...chosen} {...ties} className={input.input}>
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" size="sm" />
        </div>
      )}
    </LabelledField>
  );
}
