import type { ImportedProduct } from '../../../features/catalogue/import/import-plan.ts';

const SHOWN_VALUE_LENGTH = 60;

/** What differs of a product, a line for each field. */
export function changeLines({ slug, isNew, fields }: ImportedProduct): string[] {
  if (isNew) return [`${slug}  new`];
  return Object.entries(fields).map(
    ([field, { before, after }]) => `${slug}  ${field}: ${shown(before)} -> ${shown(after)}`,
  );
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > SHOWN_VALUE_LENGTH ? `${text.slice(0, SHOWN_VALUE_LENGTH)}…` : text;
}
