import { encode } from 'uqr';
import { pickupQrText } from '#contract/rules/pickup-qr.ts';
import styles from './OrderPickup.module.css';

/** Modules of nothing around a code, as its standard asks. @source ISO/IEC 18004 */
const BORDER = 4;

/** The pickup code as the counter's camera reads it. Made here, so that it is there without a line. */
export function PickupQr({ trackingNumber, code }: { trackingNumber: string; code: string }) {
  const { size, data } = encode(pickupQrText({ trackingNumber, code }), { border: BORDER });
  const rows = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={`QR code for the pickup of ${trackingNumber}`}
    >
      <path d={rows.join('')} />
    </svg>
  );
}
