/** What any provider sends is read with these. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Longer than any name, reference or reason of the provider's that we keep or compare. */
const TEXT_MAX = 500;

/**
 * The provider's text as the database can keep it, which takes no NUL and no half of a surrogate pair: a payment
 * must not hang on a character of its reason.
 */
export function cleanText(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}
