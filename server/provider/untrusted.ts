/** Helpers that read any provider's data. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Longer than any stored or compared text of the provider. */
const TEXT_MAX = 500;

/**
 * Makes the provider's text storable: the database rejects NUL and lone surrogates, and a payment must not fail on a
 * character of its reason.
 */
export function cleanText(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}
