import { PRODUCT_DESCRIPTION_LENGTH_MAX } from '#contract/limits.ts';

/** A longer text is not searched for HTML tags, because that could take minutes. */
const READ_MAX = 2 * PRODUCT_DESCRIPTION_LENGTH_MAX;
const NAMES = [
  'a|abbr|article|b|big|blockquote|br|button|center|cite|code|dd|del|div|dl|dt|em|figcaption|figure|font|footer|form',
  'h[1-6]|header|hr|i|iframe|img|input|ins|label|li|main|mark|nav|ol|p|picture|pre|s|section|small|source|span',
  'strike|strong|sub|sup|svg|table|tbody|td|tfoot|th|thead|time|tr|u|ul|video',
].join('|');
/** Matches HTML tags such as `</li>` and `<a href="...">`, but not `a < b` or `<XL>`. */
const TAG = new RegExp(`</?(${NAMES})(\\s[^<>]*=[^<>]*)?\\s*/?>`, 'gi');
const UNSEEN = /<!--.*?-->|<(script|style)\b[^<>]*>.*?<\/\1\s*>/gis;
const LINE_END = /<br\s*\/?>|<\/(p|div|ul|ol|li|h[1-6]|tr|table|blockquote)\s*>/gi;
const ENTITY = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+);/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', bull: '•', middot: '·' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', ndash: '–', mdash: '—', deg: '°', times: '×' },
};

/**
 * Converts HTML, which other shops export, to plain text. Plain text is returned unchanged.
 * @param lineBreak separates the lines; a blank for a title, which has only one line.
 */
export function htmlToText(html: string, lineBreak: '\n' | ' '): string {
  if (html.length > READ_MAX) return html;
  const text = html
    .replace(/\\r\\n|\\n/g, '\n')
    .replace(UNSEEN, '')
    .replace(/<li(\s[^<>]*)?>\s*/gi, '\n- ')
    .replace(LINE_END, '\n')
    .replace(/<\/t[dh]\s*>/gi, ' ')
    .replace(TAG, '')
    .replace(ENTITY, readEntity);
  if (text === html) return html;
  const lines = text
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return lineBreak === '\n' ? lines : lines.replace(/\n+/g, lineBreak);
}

function readEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = Number(/^#x/i.test(name) ? `0x${name.slice(2)}` : name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
}
