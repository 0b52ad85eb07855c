import { encode } from 'uqr';
import styles from './QrCode.module.css';

/** Modules of nothing around a code, as its standard asks. @source ISO/IEC 18004 */
const BORDER = 4;

interface Props {
  /** What a camera reads. */
  text: string;
  /** What a reader says in its place. */
  label: string;
}

/** A QR code drawn on the page: no line is asked, and nobody else learns what it says. */
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
