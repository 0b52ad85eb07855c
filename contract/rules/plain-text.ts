/** The database refuses some control characters and lone surrogates, and no keyboard types them. */
const UNKEEPABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;
/** Direction overrides reverse the following text, so that a name reads as another one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u;

export const UNSTORABLE_TEXT_MESSAGE = 'has a hidden character that cannot be saved, type it again';

/** @returns the problem of a text, as words that follow the field's name; null for a valid text. */
export function findTextProblem(text: string): string | null {
  return UNKEEPABLE.test(text) ? UNSTORABLE_TEXT_MESSAGE : null;
}

/** This check is stricter than `findTextProblem`, because shoppers see the text as a name. */
export function findNameProblem(text: string): string | null {
  if (TURNING.test(text)) return 'has a hidden character that reverses letters, type it again';
  return findTextProblem(text) ?? (VISIBLE.test(text) ? null : 'has no visible letters');
}

/** @returns the path of the first text or field name in a JSON value that cannot be stored. */
export function findUnstorableTextPath(value: unknown): string[] | null {
  if (typeof value === 'string') return UNKEEPABLE.test(value) ? [] : null;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null;
  for (const [name, part] of Object.entries(value)) {
    if (UNKEEPABLE.test(name)) return [];
    const found = findUnstorableTextPath(part);
    if (found) return [name, ...found];
  }
  return null;
}
