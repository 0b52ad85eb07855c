import { encode } from 'uqr';
import styles from './QrCode.module.css';

/** Width of the empty border, in modules; scanners need it. @source ISO/IEC 18004 */
const BORDER = 4;

interface Props {
  /** Text that the QR code encodes. */
  text: string;
  /** Alternative text for screen readers. */
  label: string;
  /** Mask pattern, 0 to 7: a fixed one draws eight times faster; default: the one that scans best. */
  maskPattern?: number;
}

/** Draws a QR code on the phone itself, so that it works offline and no third party sees the text. */
export function QrCode({ text, label, maskPattern = -1 }: Props) {
  const { size, data } = encode(text, { border: BORDER, maskPattern });
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={data.map(drawRow).join('')} />
    </svg>
  );
}

/** @returns the SVG path of a row's black modules, one rectangle for those side by side. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x += 1;
    const width = x + 1 - start;
    path += `M${start} ${y}h${width}v1h-${width}z`;
  }
  return path;
}
