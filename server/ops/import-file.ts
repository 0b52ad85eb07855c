import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { countOf } from '#contract/rules/count-of.ts';
import { textEncodingOf } from '#contract/rules/text-encoding.ts';
import { type OpsAnswer, type OpsArguments, Refusal, requireWord } from './command.ts';

/** What is wrong in a file, by row. */
interface RowError {
  row: number;
  slug?: string | null;
  field: string;
  message: string;
}

const MB = 1_000_000;
const TABLE_MAX_BYTES = 50 * MB;

/**
 * @param files that came along with the command; absent: the machine's own are meant.
 * @throws {Refusal} for a file that cannot be read, or is too large to be what it should be.
 */
export async function readWithin(
  file: string,
  mostBytes: number,
  files?: OpsArguments['files'],
): Promise<Buffer> {
  const cannotRead = (): never => {
    throw new Refusal(`${file} cannot be read.`);
  };
  const given = files && (files.get(file) ?? cannotRead());
  const size = given ? given.length : (await stat(file).catch(cannotRead)).size;
  if (size > mostBytes) throw new Refusal(`${file} is larger than ${mostBytes / MB} MB.`);
  return given ?? readFile(file).catch(cannotRead);
}

/** The file that an import names. @throws {Refusal} when it cannot be read. */
export async function readFileToImport(args: OpsArguments): Promise<{ fileName: string; text: string }> {
  const file = requireWord(args, 0, 'FILE');
  const bytes = await readWithin(file, TABLE_MAX_BYTES, args.files);
  return { fileName: basename(file), text: new TextDecoder(textEncodingOf(bytes)).decode(bytes) };
}

/** What an importer says of a file as a whole is a refusal; an error with a code is the system's and stays one. */
export function refuseFile(error: unknown): never {
  throw error instanceof Error && !('code' in error) ? new Refusal(error.message) : error;
}

/** The answer for a file of which nothing was taken. */
export function answerRowErrors(errors: readonly RowError[]): OpsAnswer {
  const lines = errors.map(
    ({ row, slug, field, message }) => `${['row', row, slug, field].filter(Boolean).join(' ')}: ${message}`,
  );
  return {
    isGood: false,
    data: { imported: 0, errors },
    text: [`Nothing was imported: ${countOf(lines.length, 'error')}.`, ...lines].join('\n'),
  };
}
