/** Which texts of a source a shopper or an operator reads, and how to change one. */

const SQL = /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|FROM|VALUES|RETURNING|CREATE|JOIN|SET|LIMIT)\b/;
const MACHINE = /:\/\/|[=;\\]|^[/#.([-]|'(self|none)'|\$\d/;
const HEADER = /^[A-Z][a-z]+(-[A-Z][a-z]+)+$/;
const LOG_CALLS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
const CODE_ATTRIBUTES = new Set(['className', 'd', 'viewBox', 'sizes', 'media', 'rel', 'autoComplete']);

/** A sentence, or one word as it stands on a button. Not SQL, an address, a header or a name in code. */
export function isSentence(text) {
  if (SQL.test(text) || MACHINE.test(text) || HEADER.test(text)) return false;
  return /[A-Za-z]{2}\S*\s+\S*[A-Za-z]{2}/.test(text) || /^[A-Z][a-z]{2,}\W*$/.test(text);
}

/** False where a text is for the program or its logs: errors that nobody shows, keys, comparisons. */
export function isRead(ancestors) {
  const parent = ancestors.at(-1);
  if (/^(Import|Export|TS)/.test(parent.type) && !/^TS(As|Satisfies|NonNull)/.test(parent.type)) return false;
  if (parent.type === 'BinaryExpression' && parent.operator !== '+') return false;
  if (parent.type === 'SwitchCase' || parent.type === 'TaggedTemplateExpression') return false;
  if (parent.directive !== undefined) return false;
  return !ancestors.some(isForTheProgram);
}

function isForTheProgram(node) {
  if (node.type === 'NewExpression')
    return /^([A-Z]\w*)?(Error|Exception)$|^RegExp$|^URL/.test(node.callee.name ?? '');
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression')
    return LOG_CALLS.has(node.callee.property.name);
  if (node.type === 'JSXAttribute')
    return CODE_ATTRIBUTES.has(node.name.name) || /^data-/.test(node.name.name);
  return false;
}

/** One letter in the middle of the longest word is another; null when there is no word. */
export function misspell(text) {
  const words = [...text.matchAll(/[A-Za-z]{2,}/g)];
  if (words.length === 0) return null;
  const word = words.reduce((best, each) => (each[0].length > best[0].length ? each : best));
  const at = word.index + Math.floor(word[0].length / 2);
  const letter = text[at].toLowerCase() === 'x' ? 'z' : 'x';
  return `${text.slice(0, at)}${/[A-Z]/.test(text[at]) ? letter.toUpperCase() : letter}${text.slice(at + 1)}`;
}
