import { Icon } from '../../../ui/icon/Icon.tsx';
import styles from './FormError.module.css';

/** Shows an error that concerns the whole form; screen readers announce it at once. */
export function FormErrorMessage({ children }: { children: string | null }) {
  if (!children) return null;
  return (
    <p className={styles.error} role="alert">
      <Icon name="alert" size="sm" />
      <span>{children}</span>
    </p>
  );
}
