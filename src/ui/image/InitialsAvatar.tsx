import { formatInitials } from '#contract/rules/people/short-name.ts';
import styles from './Avatar.module.css';

interface Props {
  /** The person's name, or the initials. */
  name: string;
  size?: 'md' | 'sm' | 'lg';
}

/** Shows up to two initials in a tinted circle; hidden from screen readers, because the name is next to it. */
export function InitialsAvatar({ name, size = 'md' }: Props) {
  const tone = 'abcd'[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 4];
  return (
    <span className={styles.avatar} data-size={size} data-tone={tone} translate="no" aria-hidden="true">
      {formatInitials(name)}
    </span>
  );
}
