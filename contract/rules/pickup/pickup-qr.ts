/** A pickup QR code uses only characters of the alphanumeric mode, because other characters make a larger code. */

/** Marks a QR code as the shop's own, so that the counter ignores other codes. */
const MARK = 'AJORA1';

/** The content of a pickup QR code. It names the order, and the pickup code proves that the bearer may collect it. */
interface PickupProof {
  trackingNumber: string;
  /** The order's pickup code, six digits; empty: the QR code of a label, which proves nothing. */
  code: string;
}

export function formatPickupQrText({ trackingNumber, code }: PickupProof): string {
  return `${MARK}:${trackingNumber}:${code}`;
}

/** A label has no pickup code, because anybody who held the packed goods could collect them with it. */
export function formatOrderLabelQrText(trackingNumber: string): string {
  return `${MARK}:${trackingNumber}`;
}

/** @returns the scanned order and pickup code; null when the QR code is not the shop's own. */
export function parsePickupQrText(text: string): PickupProof | null {
  const [, trackingNumber, code = ''] = /^AJORA1:([A-Z0-9-]{4,20})(?::([0-9]{6}))?$/.exec(text.trim()) ?? [];
  return trackingNumber ? { trackingNumber, code } : null;
}
