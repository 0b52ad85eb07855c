/** A pickup QR code uses only alphanumeric-mode characters, which give the smallest code. */

/** This prefix distinguishes the shop's codes from others. */
const MARK = 'AJORA1';

/** Identifies the order and proves that the bearer may collect it. */
interface PickupProof {
  trackingNumber: string;
  /** The pickup code of six digits. */
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
