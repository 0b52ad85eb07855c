import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Type } from 'typebox';
import { IMPORT_TEXT_MAX, LOOSE_TEXT_MAX, PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { opsImportProducts } from '#contract/ops-products-endpoints.ts';
import { plainPictureName } from '#contract/rules/picture-name.ts';
import { OpsImportBody, OpsImportReply } from '#contract/schemas/ops-products.ts';
import { derivePicture, describePicture } from '../../../features/catalogue/images/picture-derivation.ts';
import { PictureFault } from '../../../features/catalogue/images/picture-fault.ts';
import { importProducts, type PictureSource } from '../../../features/catalogue/import/product-import.ts';
import { action, call, Refusal } from '../../action.ts';
import { answerRowErrors, readFileWithin, refuseFile, TABLE_MAX_BYTES } from '../../import-file.ts';
import { productChangeLines, refusePicture } from './product-answers.ts';

/** Allows for multi-byte characters and JSON syntax. */
const BODY_MAX_BYTES = 3 * IMPORT_TEXT_MAX;

export const productImportAction = action({
  name: 'product import',
  summary:
    'Import products by slug: all of them, or none and a list of errors by row. Products and fields that are not in the file stay as they are.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({
    ...OpsImportBody.properties,
    images: Type.Optional(Type.String({ maxLength: LOOSE_TEXT_MAX, title: 'FOLDER' })),
  }),
  file: { name: 'fileName', content: 'text', maxBytes: TABLE_MAX_BYTES },
  local: ['images'],
  console: call(opsImportProducts, OpsImportReply, { bodyLimit: BODY_MAX_BYTES }),
  async run({ db, config, actor }, { fileName, text, dryRun: isDryRun = false, images }) {
    const folder = images && resolve(images);
    const pictures = folder ? await picturesOf(folder, join(config.dataDir, 'pictures')) : null;
    const asked = { fileName, text, actor, isDryRun, ...(pictures ? { pictures } : {}) };
    const { errors, products } = await importProducts(db, asked).catch(refuseFile);
    if (errors.length > 0) return answerRowErrors(errors);
    const changes = products.filter(({ isNew, fields }) => isNew || Object.keys(fields).length > 0);
    const added = changes.filter((product) => product.isNew).length;
    const updated = changes.length - added;
    const unchanged = products.length - changes.length;
    const words = `${added} new, ${updated} updated, ${unchanged} unchanged`;
    return {
      data: { imported: products.length, added, updated, unchanged, isDryRun, errors: [], changes },
      said: isDryRun
        ? [`Dry run: ${words}. Nothing was saved.`, ...changes.flatMap(productChangeLines)].join('\n')
        : `Imported: ${words}.`,
    };
  },
});

/** Reads images from one folder by plain file name and derives their files into another folder. */
async function picturesOf(folder: string, output: string): Promise<PictureSource> {
  const files = await readdir(folder).catch(() => {
    throw new Refusal(`${folder} cannot be read.`);
  });
  const byName = new Map(files.map((file) => [plainPictureName(file), join(folder, file)]));
  const read = async (name: string): Promise<Buffer | null> => {
    const path = byName.get(name);
    return path === undefined
      ? null
      : await readFileWithin(path, PICTURE_MAX_BYTES).catch((error: Error) => {
          throw new PictureFault(error.message.slice(path.length + 1));
        });
  };
  return {
    async derive(name) {
      const master = await read(name);
      const picture = master && (await derivePicture(master, output).catch(refusePicture(name, output)));
      return picture && { sourceName: name, ...picture };
    },
    async inspect(name) {
      const master = await read(name);
      return master && (await describePicture(master)).hash;
    },
  };
}
