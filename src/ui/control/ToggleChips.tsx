import styles from './Chips.module.css';

interface Props<Value extends string> {
  /** Accessible name of the group of buttons. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Shows toggle buttons of which one is pressed; the row scrolls sideways on narrow screens. */
export function ToggleChips<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <fieldset className={styles.chips} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.chip}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
