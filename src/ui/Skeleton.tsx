import styles from './Skeleton.module.css';

interface Props {
  /** line: one text row; others: sizes of content. */
  shape?: 'line' | 'title' | 'square' | 'circle' | 'box' | 'meter';
  /** Share of the available width. */
  width?: 'full' | 'most' | 'half' | 'third';
}

/** Reserves the final size with a grey box, which prevents layout shift; hidden from screen readers. */
export function Skeleton({ shape = 'line', width = 'full' }: Props) {
  return <span className={styles.block} data-shape={shape} data-width={width} aria-hidden="true" />;
}

export function Spinner({ label }: { label: string }) {
  return <span className={styles.spinner} role="status" aria-label={label} />;
}
