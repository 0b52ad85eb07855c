export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Length at which texts of the provider are cut. No stored or compared text is that long. */
const TEXT_MAX = 500;

/** Removes characters that the database rejects (NUL, lone surrogates), so that they cannot make a payment fail. */
export function sanitizeProviderText(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}
