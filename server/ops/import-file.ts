import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { countWithNoun } from '#contract/rules/count-of.ts';
import { textEncodingOf } from '#contract/rules/text-encoding.ts';
import { type Action, type Answer, type Body, Refusal } from './action.ts';

/** A problem of one row in an import file. */
interface RowError {
  row: number;
  slug?: string | null;
  field: string;
  message: string;
}

const MB = 1_000_000;
export const TABLE_MAX_BYTES = 50 * MB;

/** @throws {Refusal} for an unreadable or too large file. */
export async function readFileWithin(file: string, mostBytes: number): Promise<Buffer> {
  const cannotRead = (): never => {
    throw new Refusal(`${file} cannot be read.`);
  };
  const { size } = await stat(file).catch(cannotRead);
  if (size > mostBytes) throw new Refusal(`${file} is larger than ${mostBytes / MB} MB.`);
  return readFile(file).catch(cannotRead);
}

/** Reads a local file into the two fields of an action: file name and content. */
export async function readActionFile({ file, body }: Action, path = ''): Promise<Body> {
  if (!file) return {};
  if (path.trim() === '') throw new Refusal('FILE is required.');
  const bytes = await readFileWithin(path, file.maxBytes);
  const isText = (body.properties[file.content] as { type?: string }).type === 'string';
  const content = isText ? new TextDecoder(textEncodingOf(bytes)).decode(bytes) : bytes;
  return { [file.name]: basename(path), [file.content]: content };
}

/**
 * Turns an importer's error about the file into a refusal. An error with a code comes from the system and is thrown on.
 */
export function refuseFile(error: unknown): never {
  throw error instanceof Error && !('code' in error) ? new Refusal(error.message) : error;
}

/** Reports that nothing was imported, with all errors by row. */
export function answerRowErrors(errors: readonly RowError[]): Answer {
  const lines = errors.map(
    ({ row, slug, field, message }) => `${['row', row, slug, field].filter(Boolean).join(' ')}: ${message}`,
  );
  const said = [`Nothing was imported: ${countWithNoun(lines.length, 'error')}.`, ...lines].join('\n');
  return { isGood: false, data: { imported: 0, errors }, said };
}
