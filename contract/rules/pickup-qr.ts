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

/** @returns what a camera has read; null: another code than ours. */
export function readPickupQr(text: string): PickupProof | null {
  const [, trackingNumber, code] = /^AJORA1:([A-Z0-9-]{4,20}):([0-9]{6})$/.exec(text.trim()) ?? [];
  return trackingNumber && code ? { trackingNumber, code } : null;
}
