import { Icon } from '../../../ui/Icon.tsx';
import styles from './FormError.module.css';

/** What is wrong with the form as a whole, spoken at once. */
export function FormError({ children }: { children: string | null }) {
  if (!children) return null;
  return (
    <p className={styles.error} role="alert">
      <Icon name="alert" size="sm" />
      <span>{children}</span>
    </p>
  );
}
