export interface ParsedJsonListEntry {
  /** Position in the list, counted from 1. */
  row: number;
  fields: Record<string, unknown>;
  problems: { field: string; message: string }[];
}

/**
 * Reads a JSON list of objects, or a JSON object with the list in the field `listField`.
 * @throws {Error} when the text has neither form.
 */
export function parseJsonList(text: string, listField: string): ParsedJsonListEntry[] {
  requireUtf8(text, 'UTF-8');
  const source = text.replace(/^\uFEFF/, '');
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch (error) {
    throw new Error(`The file is not valid JSON: ${(error as Error).message}`);
  }
  const list = Array.isArray(parsed) ? parsed : (parsed as Record<string, unknown> | null)?.[listField];
  if (!Array.isArray(list)) throw new Error(`The file contains neither a list nor {"${listField}": [...]}.`);
  const rows = list.map((item: unknown, index): ParsedJsonListEntry => {
    const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
    const problems = isObject
      ? []
      : [{ field: 'row', message: 'is not an object: write {"field": value, ...}' }];
    return { row: index + 1, fields: isObject ? (item as Record<string, unknown>) : {}, problems };
  });
  for (const path of findRepeatedKeys(source)) {
    const at = path.findIndex((step) => typeof step === 'number');
    const isInList = at === (Array.isArray(parsed) ? 0 : 1) && (at === 0 || path[0] === listField);
    const row = isInList ? rows[path[at] as number] : undefined;
    const field = path.slice(isInList ? at + 1 : 0).reduce<string>(joinStep, '');
    if (!row) throw new Error(`"${field}" appears twice in the file. Write it once.`);
    row.problems.push({ field, message: 'appears twice in this row: write it once' });
  }
  return rows;
}

/** Checks a text's encoding. @throws {Error} when it contains bytes that are invalid in UTF-8. */
export function requireUtf8(text: string, encoding: string): void {
  if (text.includes('\uFFFD')) throw new Error(`The file is not UTF-8. Save it as "${encoding}".`);
}

type Step = string | number;

const joinStep = (path: string, step: Step): string =>
  typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`;

/** Finds repeated keys in one object, of which `JSON.parse` silently uses only the last. @param json valid JSON. */
function findRepeatedKeys(json: string): Step[][] {
  const found: Step[][] = [];
  const open: { keys: Set<string> | null; at: Step }[] = [];
  for (const [token, colon] of json.matchAll(/"(?:[^"\\]+|\\.)*"(\s*:)?|[[\]{},]/g)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ keys: new Set(), at: '' });
    else if (token === '[') open.push({ keys: null, at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && inner && typeof inner.at === 'number') inner.at += 1;
    else if (colon && inner?.keys) {
      inner.at = JSON.parse(token.slice(0, -colon.length)) as string;
      if (inner.keys.has(inner.at)) found.push(open.map(({ at }) => at));
      inner.keys.add(inner.at);
    }
  }
  return found;
}
