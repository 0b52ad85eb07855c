import { Icon } from '../icon/Icon.tsx';
import styles from './Field.module.css';
import input from './Input.module.css';

interface Props<Value extends string> {
  /** Accessible name of the list. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Shows a native `<select>` without a visible label, for a row of controls. */
export function SortSelect<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <div className={styles.select}>
      <select
        className={input.input}
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size="sm" />
    </div>
  );
}
