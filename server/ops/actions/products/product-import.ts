import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Type } from 'typebox';
import { IMAGE_FILE_BYTES_MAX, IMPORT_FILE_CHARS_MAX, REQUEST_TEXT_LENGTH_MAX } from '#contract/limits.ts';
import { opsImportProducts } from '#contract/ops/products-endpoints.ts';
import { normalizeImageFileName } from '#contract/rules/product/image-file-name.ts';
import { formatRowNumbers } from '#contract/rules/text/count-of.ts';
import { OpsImportProductsBody, OpsImportProductsReply } from '#contract/schemas/ops/products.ts';
import { deriveImageFiles, readImageMetadata } from '../../../features/catalogue/images/image-derivation.ts';
import { InvalidImageError } from '../../../features/catalogue/images/invalid-image.ts';
import {
  type ImportImageSource,
  importProducts,
  type ProductImportResult,
} from '../../../features/catalogue/import/product-import.ts';
import { ActionRefusedError, type ActionResult, defineAction, defineConsoleEndpoint } from '../../action.ts';
import {
  createImportErrorsResult,
  IMPORT_FILE_MAX_BYTES,
  readFileWithSizeLimit,
  throwAsImportRefusal,
} from '../../import-file.ts';
import { formatProductChangeLines, throwAsImageRefusal } from './product-action-helpers.ts';

/**
 * Maximum request size. It exceeds the maximum number of characters, because a character may take several bytes or a
 * JSON escape.
 */
const BODY_MAX_BYTES = 3 * IMPORT_FILE_CHARS_MAX;

export const productImportAction = defineAction({
  name: 'product import',
  summary:
    'Import products by slug: all of them, or none and a list of errors by row. Products and fields that are not in the file stay as they are. Tables of WooCommerce, Shopify, Medusa and Vendure are read as they are; --group-size says how many of its largest size a new product needs.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({
    ...OpsImportProductsBody.properties,
    images: Type.Optional(Type.String({ maxLength: REQUEST_TEXT_LENGTH_MAX, title: 'FOLDER' })),
  }),
  file: { name: 'fileName', content: 'text', maxBytes: IMPORT_FILE_MAX_BYTES },
  local: ['images'],
  console: defineConsoleEndpoint(opsImportProducts, OpsImportProductsReply, { bodyLimit: BODY_MAX_BYTES }),
  async run({ db, config, actor }, { fileName, text, groupSize, dryRun: isDryRun = false, images }) {
    const folder = images && resolve(images);
    const imageSource = folder ? await picturesOf(folder, join(config.dataDir, 'pictures')) : null;
    const request = {
      ...{ fileName, text, actor, isDryRun },
      ...(groupSize === undefined ? {} : { groupSize }),
      ...(imageSource ? { imageSource } : {}),
    };
    const { errors, products, source } = await importProducts(db, request).catch(throwAsImportRefusal);
    const origin = source ? { source } : {};
    if (errors.length > 0) return withNoteLines(createImportErrorsResult(errors, origin), source);
    const changes = products.filter(({ isNew, fields }) => isNew || Object.keys(fields).length > 0);
    const added = changes.filter((product) => product.isNew).length;
    const updated = changes.length - added;
    const unchanged = products.length - changes.length;
    const countsText = `${added} new, ${updated} updated, ${unchanged} unchanged`;
    const message = isDryRun
      ? [`Dry run: ${countsText}. Nothing was saved.`, ...changes.flatMap(formatProductChangeLines)].join(
          '\n',
        )
      : `Imported: ${countsText}.`;
    const counts = { imported: products.length, added, updated, unchanged };
    const result = { data: { ...counts, isDryRun, errors: [], changes, ...origin }, text: message };
    return isDryRun ? withNoteLines(result, source) : result;
  },
});

/** Prints how the import treated the columns of another shop's table, before the result. */
function withNoteLines(result: ActionResult, source: ProductImportResult['source']): ActionResult {
  if (!source) return result;
  const lines = source.notes.map(
    ({ rows, column, outcome, message }) =>
      `${column}, ${formatRowNumbers(rows)}: ${outcome.replace('_', ' ')}, ${message}`,
  );
  return { ...result, text: [`A table of ${source.name}.`, ...lines, '', result.text].join('\n') };
}

/** Finds images by file name in one folder, and writes them into another in the sizes that the shop shows. */
async function picturesOf(folder: string, output: string): Promise<ImportImageSource> {
  const files = await readdir(folder).catch(() => {
    throw new ActionRefusedError(`${folder} cannot be read.`);
  });
  const byName = new Map(files.map((file) => [normalizeImageFileName(file), join(folder, file)]));
  const read = async (name: string): Promise<Buffer | null> => {
    const path = byName.get(name);
    return path === undefined
      ? null
      : await readFileWithSizeLimit(path, IMAGE_FILE_BYTES_MAX).catch((error: Error) => {
          throw new InvalidImageError(error.message.slice(path.length + 1));
        });
  };
  return {
    async derive(name) {
      const master = await read(name);
      const image =
        master &&
        (await deriveImageFiles(master, output).catch((error: unknown) =>
          throwAsImageRefusal(error, name, output),
        ));
      return image && { sourceName: name, ...image };
    },
    async inspect(name) {
      const master = await read(name);
      return master && (await readImageMetadata(master)).hash;
    },
  };
}
