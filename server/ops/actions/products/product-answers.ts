import { PictureFault } from '../../../features/catalogue/images/picture-fault.ts';
import type { ImportedProduct } from '../../../features/catalogue/import/import-plan.ts';
import { Refusal } from '../../action.ts';

const SHOWN_VALUE_LENGTH = 60;

/** Formats the changed fields of a product, one line for each field. */
export function productChangeLines({ slug, isNew, fields }: ImportedProduct): string[] {
  if (isNew) return [`${slug}  new`];
  return Object.entries(fields).map(
    ([field, { before, after }]) => `${slug}  ${field}: ${shown(before)} -> ${shown(after)}`,
  );
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > SHOWN_VALUE_LENGTH ? `${text.slice(0, SHOWN_VALUE_LENGTH)}…` : text;
}

/** Only an invalid image or a failed file write is a refusal; other errors are thrown on. */
export function refusePicture(name: string, folder: string) {
  return (error: unknown): never => {
    if (error instanceof PictureFault) throw new Refusal(`${name} ${error.message}`);
    if (error instanceof Error && 'syscall' in error)
      throw new Refusal(`The images cannot be written to ${folder}: ${error.message}`);
    throw error;
  };
}
