/** `<p>`, `</li>`, `<br />`, `<a href="...">`, but not `a < b` or `a <b and c> d`. */
const TAG = /<\/?[a-z][a-z0-9]*(\s[^<>]*=[^<>]*)?\s*\/?>/gi;
const UNSEEN = /<!--.*?-->|<(script|style)\b[^<>]*>.*?<\/\1\s*>/gis;
const LINE_END = /<br\s*\/?>|<\/(p|div|ul|ol|li|h[1-6]|tr|table|blockquote)\s*>/gi;
const ENTITY = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+);/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', bull: '•', middot: '·' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', ndash: '–', mdash: '—', deg: '°', times: '×' },
};

/**
 * Converts HTML to plain text: other shops export HTML, and WooCommerce a line break as a backslash and an n.
 * Paragraphs and list items become lines, tags and entities are resolved. Plain text is returned unchanged.
 */
export function htmlToText(html: string): string {
  const text = html
    .replace(/\\r\\n|\\n/g, '\n')
    .replace(UNSEEN, '')
    .replace(/<li(\s[^<>]*)?>\s*/gi, '\n- ')
    .replace(LINE_END, '\n')
    .replace(TAG, '')
    .replace(ENTITY, readEntity);
  return text === html ? html : text.replace(/[^\S\n]+\n/g, '\n').replace(/\n{3,}/g, '\n\n');
}

function readEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = Number(/^#x/i.test(name) ? `0x${name.slice(2)}` : name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
}
