import styles from './Skeleton.module.css';

interface Props {
  /** line: one line of text; the others keep the place of what comes. */
  shape?: 'line' | 'title' | 'square' | 'circle' | 'box' | 'meter';
  /** Share of the width. */
  width?: 'full' | 'most' | 'half' | 'third';
}

/** A grey block of the final size, so that nothing jumps. Hidden from readers. */
export function Skeleton({ shape = 'line', width = 'full' }: Props) {
  return <span className={styles.block} data-shape={shape} data-width={width} aria-hidden="true" />;
}

/** The spinner, where the screens specify one. */
export function Spinner({ label }: { label: string }) {
  return <span className={styles.spinner} role="status" aria-label={label} />;
}
