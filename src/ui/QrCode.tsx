import { encode } from 'uqr';
import styles from './QrCode.module.css';

/** The quiet zone around the code, in modules, is required. @source ISO/IEC 18004 */
const BORDER = 4;

interface Props {
  /** The encoded text. */
  text: string;
  /** The text alternative. */
  label: string;
}

/** Renders a QR code locally: it works offline, and no third party sees the text. */
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
