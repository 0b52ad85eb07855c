import type { ComponentProps } from 'react';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { Icon } from '../icon/Icon.tsx';
import input from './Input.module.css';
import { useControlledFieldProps } from './use-controlled-field-props.ts';

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  /** Placeholder and accessible name of the field. */
  placeholder: string;
  /** A button that empties the field; it shows while there is text. */
  clear?: TextFreeChildren;
}

export function SearchField({ placeholder, value, clear, ...rest }: Props) {
  const text = useControlledFieldProps<HTMLInputElement>({ ...rest, value });
  return (
    <div className={input.lead}>
      <Icon name="search" />
      <input
        autoComplete="off"
        enterKeyHint="search"
        {...rest}
        {...text}
        type="search"
        className={input.input}
        placeholder={placeholder}
        aria-label={placeholder.replace(/\.+$/, '')}
      />
      {clear}
    </div>
  );
}
