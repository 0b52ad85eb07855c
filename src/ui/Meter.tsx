import styles from './Meter.module.css';

interface Props {
  /** 0..100; clamped. */
  percent: number;
  /** The name readers hear. */
  label: string;
  size?: 'thin' | 'normal' | 'thick';
  tone?: 'brand' | 'maize' | 'failed' | 'glass';
}

/** A bar that fills. A `<progress>`, because no style attribute may leave the server. */
export function Meter({ percent, label, size = 'normal', tone = 'brand' }: Props) {
  return (
    <progress
      className={styles.meter}
      data-size={size}
      data-tone={tone}
      max={100}
      value={Math.min(100, Math.max(0, Math.round(percent) || 0))}
      aria-label={label}
    />
  );
}
