import styles from './Meter.module.css';

interface Props {
  /** Progress from 0 to 100; other values are limited to that. */
  percent: number;
  /** Accessible name of the progress bar. */
  label: string;
  size?: 'thin' | 'normal' | 'thick';
  tone?: 'brand' | 'maize' | 'failed' | 'glass';
}

/** Shows a progress bar. It is a `<progress>` element, because the content security policy forbids style attributes. */
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
