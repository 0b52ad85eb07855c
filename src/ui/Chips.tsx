import styles from './Chips.module.css';

interface Props<Value extends string> {
  /** The group's name for readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A row of choices, one pressed; it scrolls sideways on a narrow screen. */
export function Chips<Value extends string>({ label, options, value, onChange }: Props<Value>) {
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
