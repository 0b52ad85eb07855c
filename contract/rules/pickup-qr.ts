/** A pickup QR code uses only characters of the alphanumeric mode, because other characters make a larger code. */

/** Marks a QR code as the shop's own, so that the counter ignores other codes. */
const MARK = 'AJORA1';

/** The content of a pickup QR code: it identifies the order and proves that the bearer may collect it. */
interface PickupProof {
  trackingNumber: string;
  /** The order's pickup code, six digits. */
  code: string;
}

export function formatPickupQrText({ trackingNumber, code }: PickupProof): string {
  return `${MARK}:${trackingNumber}:${code}`;
}

/** @returns the content of a scanned code; null for any other code. */
export function parsePickupQrText(text: string): PickupProof | null {
  const [, trackingNumber, code] = /^AJORA1:([A-Z0-9-]{4,20}):([0-9]{6})$/.exec(text.trim()) ?? [];
  return trackingNumber && code ? { trackingNumber, code } : null;
}
