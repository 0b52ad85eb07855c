/** How text that was typed or pasted is read, alike in the form and on the server. */

/** Zero width, direction marks, soft hyphen, byte order mark, fillers: nobody sees them and no keyboard has them. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A name or another short text of one line: composed, without invisible characters, with single blanks. */
export function plainLine(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** A code, number or search that was typed or pasted: variants of a letter, digit or dash become the plain one. */
export function plainCode(text: string): string {
  return plainLine(text.normalize('NFKC'))
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\p{Pd}\u2212]/gu, '-');
}

/** Marks that a phone's keyboard puts in place of the plain ones. */
const SINGLE_QUOTES = /[\u2018-\u201b\u02bc]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f]/g;

/**
 * A password or key in the one form in which it is counted, hashed and compared, whatever keyboard typed it: RFC 8265
 * (OpaqueString), and plain quotation marks.
 */
export function plainSecret(secret: string): string {
  return secret
    .replace(/\p{Zs}/gu, ' ')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .normalize('NFC');
}
