import styles from './Icon.module.css';
import { ICON_PATHS, type IconName } from './icon-paths.ts';

interface Props {
  name: IconName;
  size?: 'sm' | 'md';
  /** Filled with maize, for the rating star. */
  filled?: boolean;
}

/** Decorates text or a label, which carries the meaning; screen readers skip the icon. */
export function Icon({ name, size = 'md', filled }: Props) {
  return (
    <svg
      className={styles.icon}
      data-size={size}
      data-filled={filled || undefined}
      viewBox="0 0 24 24"
      width={size === 'sm' ? 18 : 24}
      height={size === 'sm' ? 18 : 24}
      aria-hidden="true"
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
