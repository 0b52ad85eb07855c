import { type ComponentProps, useState } from 'react';
import { IconButton } from '../control/IconButton.tsx';
import styles from './Field.module.css';
import input from './Input.module.css';
import { LabelledField, type LabelledFieldProps } from './LabelledField.tsx';
import { useControlledFieldProps } from './use-controlled-field-props.ts';

interface Props extends Omit<ComponentProps<'input'>, 'type'>, LabelledFieldProps {
  /** Name of the field's content in the label of its show and hide button: `password` or `recovery key`. */
  secretName?: string;
}

export function PasswordField({
  label,
  hint,
  error,
  optional,
  id,
  value,
  secretName = 'password',
  ...rest
}: Props) {
  const text = useControlledFieldProps<HTMLInputElement>({ ...rest, value });
  const [shown, setShown] = useState(false);
  return (
    <LabelledField {...{ id, label, hint, error }} optional={optional ?? false}>
      {(ties) => (
        <div className={styles.affix}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...text}
            {...ties}
            type={shown ? 'text' : 'password'}
            className={input.input}
          />
          <IconButton
            icon={shown ? 'eye-off' : 'eye'}
            label={`${shown ? 'Hide' : 'Show'} ${secretName}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </LabelledField>
  );
}
