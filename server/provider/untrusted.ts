export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Longer than any stored or compared text of the provider. */
const TEXT_MAX = 500;

/** The database rejects NUL and lone surrogates, and a payment must not fail on a character. */
export function cleanText(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}
