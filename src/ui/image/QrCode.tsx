import { encode } from 'uqr';
import styles from './QrCode.module.css';

/** Width of the empty border, in modules; scanners need it. @source ISO/IEC 18004 */
const BORDER = 4;

interface Props {
  /** The encoded text. */
  text: string;
  /** Alternative text for screen readers. */
  label: string;
}

/** Draws a QR code on the phone itself: it works offline, and no third party sees the text. */
export function QrCode({ text, label }: Props) {
  const { size, data } = encode(text, { border: BORDER });
  const rows = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={rows.join('')} />
    </svg>
  );
}
