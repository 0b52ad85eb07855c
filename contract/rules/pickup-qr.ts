/** What the QR code of an order says at the counter. Only letters that the densest kind of QR code has. */

/** Nobody else's codes begin so. */
const MARK = 'AJORA1';

/** What is shown at a counter: which order, and the proof that whoever shows it may have it. */
interface PickupProof {
  trackingNumber: string;
  /** Six digits. */
  code: string;
}

export function pickupQrText({ trackingNumber, code }: PickupProof): string {
  return `${MARK}:${trackingNumber}:${code}`;
}
