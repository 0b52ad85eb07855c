import type { ComponentProps } from 'react';
import { Icon } from '../icon/Icon.tsx';
import type { IconName } from '../icon/icon-paths.ts';
import styles from './IconButton.module.css';

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** Accessible name of the button. */
  label: string;
  /** True for a button over an image: it gets a background and a shadow. */
  floating?: boolean;
  iconSize?: 'sm' | 'md';
  spinning?: boolean;
}

/** Shows a round icon-only button of 44 px. */
export function IconButton({ icon, label, floating, iconSize = 'md', spinning, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={styles.button}
      data-floating={floating || undefined}
      data-spinning={spinning || undefined}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  );
}
