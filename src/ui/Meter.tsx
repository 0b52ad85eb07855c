import styles from './Meter.module.css';

interface Props {
  /** 0..100; clamped. */
  percent: number;
  /** Accessible name. */
  label: string;
  size?: 'thin' | 'normal' | 'thick';
  tone?: 'brand' | 'maize' | 'failed' | 'glass';
}

/** Shows a progress bar. It uses `<progress>` because the content security policy forbids style attributes. */
export function ProgressMeter({ percent, label, size = 'normal', tone = 'brand' }: Props) {
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
