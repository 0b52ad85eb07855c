/** Which texts the shop takes, wherever they come from: a file, a form, a call or the command line. */

/** Control characters, and halves of a surrogate pair. The database refuses some of them, nobody types any. */
const UNKEEPABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;
/** They turn what follows around, so that a name reads as another one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u;

export const UNKEEPABLE_WORDS = 'has a hidden character that cannot be kept, type it again';

/** @returns what is wrong with a text, to follow the name of its field; null: nothing. */
export function textProblem(text: string): string | null {
  return UNKEEPABLE.test(text) ? UNKEEPABLE_WORDS : null;
}

/** The same of a text that shoppers are shown as a name. */
export function nameProblem(text: string): string | null {
  if (TURNING.test(text)) return 'has a hidden character that turns letters around, type it again';
  return textProblem(text) ?? (VISIBLE.test(text) ? null : 'has no letter that can be seen');
}

/** @returns the path of the first text, or name of a field, in a JSON value that cannot be kept. */
export function findUnkeepable(value: unknown): string[] | null {
  if (typeof value === 'string') return UNKEEPABLE.test(value) ? [] : null;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null;
  for (const [name, part] of Object.entries(value)) {
    if (UNKEEPABLE.test(name)) return [];
    const found = findUnkeepable(part);
    if (found) return [name, ...found];
  }
  return null;
}
