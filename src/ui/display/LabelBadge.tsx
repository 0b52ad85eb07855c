import type { ComponentProps } from 'react';
import styles from './Badge.module.css';

export type LabelBadgeTone = 'plain' | 'deal' | 'success' | 'maize' | 'info' | 'danger' | 'glass';

interface Props extends ComponentProps<'span'> {
  /** The badge's style: `deal` for savings and urgency only, `glass` on a wallet card. */
  tone?: LabelBadgeTone;
}

/** Shows a small label; its text carries the meaning, the colour only supports it. */
export function LabelBadge({ tone = 'plain', ...rest }: Props) {
  return <span {...rest} className={styles.badge} data-tone={tone} />;
}
