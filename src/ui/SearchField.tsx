import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  /** Shown in the empty field and heard as its name. */
  placeholder: string;
}

/** A search box: its placeholder is its name. */
export function SearchField({ placeholder, ...rest }: Props) {
  return (
    <div className={styles.lead}>
      <Icon name="search" />
      <input
        autoComplete="off"
        enterKeyHint="search"
        {...rest}
        type="search"
        className={styles.input}
        placeholder={placeholder}
        aria-label={placeholder.replace(/\.+$/, '')}
      />
    </div>
  );
}
