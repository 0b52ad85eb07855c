import styles from './Skeleton.module.css';

interface Props {
  /** What the box stands for: `line` is one row of text, the others are parts of a page. */
  shape?: 'line' | 'title' | 'square' | 'circle' | 'box' | 'meter';
  /** Width as a share of the available width. */
  width?: 'full' | 'most' | 'half' | 'third';
}

/**
 * Shows a grey box of the size of content that is still loading, so that nothing moves when it arrives. Screen readers
 * skip it.
 */
export function Skeleton({ shape = 'line', width = 'full' }: Props) {
  return <span className={styles.block} data-shape={shape} data-width={width} aria-hidden="true" />;
}

export function Spinner({ label }: { label: string }) {
  return <span className={styles.spinner} role="status" aria-label={label} />;
}
