/** Invisible characters, which no keyboard types but copying adds. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Normalises a one-line text: composed (NFC), without invisible characters, with single blanks. */
export function normalizeSingleLineText(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Normalises a typed code or search text: variants of a letter, digit or dash become the plain ASCII character. */
export function normalizeTypedCode(text: string): string {
  return normalizeSingleLineText(text.normalize('NFKC'))
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\p{Pd}\u2212]/gu, '-');
}

/** Phone keyboards insert these typographic quotes. */
const SINGLE_QUOTES = /[\u2018-\u201b\u02bc]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f]/g;

/** Normalises a password or key, so that it has the same hash on every keyboard (RFC 8265, OpaqueString). */
export function normalizeSecret(secret: string): string {
  return secret
    .replace(/\p{Zs}/gu, ' ')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .normalize('NFC');
}
