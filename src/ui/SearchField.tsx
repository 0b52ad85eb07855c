import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';
import input from './Input.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  /** Shown in the empty field and heard as its name. */
  placeholder: string;
}

/** A search box: its placeholder is its name. */
export function SearchField({ placeholder, ...rest }: Props) {
  return (
    <div className={input.lead}>
      <Icon name="search" />
      <input
        autoComplete="off"
        enterKeyHint="search"
        {...rest}
        type="search"
        className={input.input}
        placeholder={placeholder}
        aria-label={placeholder.replace(/\.+$/, '')}
      />
    </div>
  );
}
