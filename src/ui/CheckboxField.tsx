import type { ReactNode } from 'react';
import styles from './CheckboxField.module.css';

interface Props {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  /** The checkbox's label. */
  children: ReactNode;
}

/** The whole row of the checkbox is its touch target. */
export function CheckboxField({ checked, disabled = false, onChange, children }: Props) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
