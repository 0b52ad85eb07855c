import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { detectTextEncoding } from '#contract/rules/text/text-encoding.ts';
import { type ActionBody, ActionRefusedError, type ActionResult, type OperatorAction } from './action.ts';

/** A problem of one row in an import file. */
interface RowError {
  row: number;
  slug?: string | null;
  field: string;
  message: string;
}

const MB = 1_000_000;
export const IMPORT_FILE_MAX_BYTES = 50 * MB;

/** Reads a file. @throws {ActionRefusedError} when it is unreadable or too large. */
export async function readFileWithSizeLimit(file: string, maxBytes: number): Promise<Buffer> {
  const cannotRead = (): never => {
    throw new ActionRefusedError(`${file} cannot be read.`);
  };
  const { size } = await stat(file).catch(cannotRead);
  if (size > maxBytes) throw new ActionRefusedError(`${file} is larger than ${maxBytes / MB} MB.`);
  return readFile(file).catch(cannotRead);
}

/** Reads a local file into the two fields of an action: file name and content. */
export async function readImportFileAsBody({ file, body }: OperatorAction, path = ''): Promise<ActionBody> {
  if (!file) return {};
  if (path.trim() === '') throw new ActionRefusedError('FILE is required.');
  const bytes = await readFileWithSizeLimit(path, file.maxBytes);
  const isText = (body.properties[file.content] as { type?: string }).type === 'string';
  const content = isText ? new TextDecoder(detectTextEncoding(bytes)).decode(bytes) : bytes;
  return { [file.name]: basename(path), [file.content]: content };
}

/**
 * Turns an importer's error about the file's content into a refusal. An error with a `code` comes from the system and
 * is rethrown.
 */
export function throwAsImportRefusal(error: unknown): never {
  throw error instanceof Error && !('code' in error) ? new ActionRefusedError(error.message) : error;
}

/**
 * Builds the result of an import that errors have prevented.
 * @param data further fields of the reply.
 */
export function createImportErrorsResult(errors: readonly RowError[], data: object = {}): ActionResult {
  const lines = errors.map(
    ({ row, slug, field, message }) => `${['row', row, slug, field].filter(Boolean).join(' ')}: ${message}`,
  );
  const text = [`Nothing was imported: ${formatCountWithNoun(lines.length, 'error')}.`, ...lines].join('\n');
  return { isGood: false, data: { imported: 0, errors, ...data }, text: text };
}
