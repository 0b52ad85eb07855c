/**
 * Matches control characters, except tab and line breaks, and lone surrogates. Readable text needs none of them, and
 * the database cannot store all of them.
 */
const UNKEEPABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;
/** Direction overrides reverse the text after them, so that one name could be made to look like another. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u;

export const UNSTORABLE_TEXT_MESSAGE = 'has a hidden character that cannot be saved, type it again';

/** @returns what is wrong with the text, to be put after the field's name; null for a valid text. */
export function getUnstorableTextError(text: string): string | null {
  return UNKEEPABLE.test(text) ? UNSTORABLE_TEXT_MESSAGE : null;
}

/** Checks a name more strictly than `getUnstorableTextError`, because other shoppers see it. */
export function getNameCharactersError(text: string): string | null {
  if (TURNING.test(text)) return 'has a hidden character that reverses letters, type it again';
  return getUnstorableTextError(text) ?? (VISIBLE.test(text) ? null : 'has no visible letters');
}

/** Finds text in a JSON value that the database cannot store. @returns its path; null when all can be stored. */
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
