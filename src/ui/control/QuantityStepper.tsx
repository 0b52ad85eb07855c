import { Icon } from '../icon/Icon.tsx';
import styles from './Stepper.module.css';

interface Props {
  value: number;
  onChange: (value: number) => void;
  /** Accessible name, such as `Quantity`. */
  label: string;
  min?: number;
  max?: number;
  disabled?: boolean;
}

export function QuantityStepper({ value, onChange, label, min = 1, max, disabled = false }: Props) {
  const noun = label.toLowerCase();
  return (
    <fieldset className={styles.stepper} aria-label={label}>
      <button
        type="button"
        data-counts=""
        aria-label={`Decrease ${noun}`}
        disabled={disabled || value <= min}
        onClick={({ currentTarget }) => {
          // At the limit this button becomes disabled and would lose the focus, so the other button gets it.
          if (value - 1 <= min) focusOther(currentTarget);
          onChange(value - 1);
        }}
      >
        <Icon name="minus" size="sm" />
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        data-counts=""
        aria-label={`Increase ${noun}`}
        disabled={disabled || (max !== undefined && value >= max)}
        onClick={({ currentTarget }) => {
          if (value + 1 === max) focusOther(currentTarget);
          onChange(value + 1);
        }}
      >
        <Icon name="plus" size="sm" />
      </button>
    </fieldset>
  );
}

function focusOther(pressed: HTMLButtonElement): void {
  const buttons = pressed.parentElement?.querySelectorAll('button') ?? [];
  for (const button of buttons) {
    if (button !== pressed) button.focus();
  }
}
