import type { ReactNode } from 'react';
import styles from './CheckboxField.module.css';

interface Props {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** Shows a checkbox with its label; the whole row can be tapped. */
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
