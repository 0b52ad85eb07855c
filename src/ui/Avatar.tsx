import styles from './Avatar.module.css';

interface Props {
  /** The person's name, reduced to initials. */
  name: string;
  size?: 'md' | 'sm' | 'lg';
}

/** Shows up to two initials in a tinted circle; hidden from screen readers, because the name is next to it. */
export function InitialsAvatar({ name, size = 'md' }: Props) {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const initials = words.length > 1 ? `${words[0]?.[0]}${words.at(-1)?.[0]}` : name.trim().slice(0, 2);
  const tone = 'abcd'[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 4];
  return (
    <span className={styles.avatar} data-size={size} data-tone={tone} translate="no" aria-hidden="true">
      {initials.toUpperCase()}
    </span>
  );
}
