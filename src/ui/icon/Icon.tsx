import styles from './Icon.module.css';
import { ICON_PATHS, type IconName } from './icon-paths.ts';

interface Props {
  name: IconName;
  size?: 'sm' | 'md';
  /** True: the icon is filled with the accent colour, such as the rating star. */
  filled?: boolean;
}

/** Shows an icon beside a text or label. The text says everything, so screen readers skip the icon. */
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
