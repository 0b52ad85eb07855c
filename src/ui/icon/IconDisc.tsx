import styles from '../image/Avatar.module.css';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';

interface Props {
  icon: IconName;
  tone?: 'brand' | 'maize' | 'deal' | 'info' | 'success' | 'danger';
  size?: 'md' | 'xl';
}

export function IconDisc({ icon, tone = 'brand', size = 'md' }: Props) {
  return (
    <span className={styles.disc} data-tone={tone} data-size={size} aria-hidden="true">
      <Icon name={icon} />
    </span>
  );
}
