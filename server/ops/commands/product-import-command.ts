import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { derivePicture, inspectPicture } from '../../features/catalogue/picture-derivation.ts';
import { importProducts, type PictureSource } from '../../features/catalogue/product-import.ts';
import type { OpsAnswer, OpsArguments, OpsCommand, OpsContext } from '../command.ts';
import { answerRowErrors, readFileToImport, readWithin, refuseFile } from '../import-file.ts';
import { refusePicture } from './picture-command.ts';
import { changeLines } from './product-changes.ts';

export const productImportCommand: OpsCommand = {
  name: 'product import',
  usage: 'FILE.csv|FILE.json [--images DIR] [--dry-run]',
  summary:
    'Bring products in by slug: all of them, or none and the list of errors by row. What the file leaves out stays.',
  roles: ['ops'],
  act: 'again',
  options: ['images'],
  flags: ['dry-run'],
  run: runImport,
};

async function runImport({ db, config, actor }: OpsContext, args: OpsArguments): Promise<OpsAnswer> {
  const file = await readFileToImport(args);
  const isDryRun = args.options['dry-run'] === 'true';
  const folder = args.options.images && resolve(args.options.images);
  const { errors, products } = await importProducts(db, {
    ...file,
    actor,
    isDryRun,
    ...(folder ? { pictures: picturesOf(folder, join(config.dataDir, 'pictures')) } : {}),
  }).catch(refuseFile);
  if (errors.length > 0) return answerRowErrors(errors);
  const changes = products.filter(({ isNew, fields }) => isNew || Object.keys(fields).length > 0);
  const added = changes.filter((product) => product.isNew).length;
  const updated = changes.length - added;
  const unchanged = products.length - changes.length;
  const words = `${added} new, ${updated} updated, ${unchanged} unchanged`;
  return {
    data: { imported: products.length, added, updated, unchanged, isDryRun, errors: [], changes },
    text: isDryRun
      ? [`Dry run: ${words}. Nothing was written.`, ...changes.flatMap(changeLines)].join('\n')
      : `Imported: ${words}.`,
  };
}

/** Pictures of a folder, derived into another one. */
function picturesOf(folder: string, output: string): PictureSource {
  const read = async <Result>(
    name: string,
    use: (master: Buffer) => Promise<Result>,
  ): Promise<Result | null> => {
    const path = join(folder, name);
    if (!existsSync(path)) return null;
    const master = await readWithin(path, PICTURE_MAX_BYTES);
    return use(master).catch(refusePicture(name, output));
  };
  return {
    derive: (name) =>
      read(name, async (master) => ({ sourceName: name, ...(await derivePicture(master, output)) })),
    inspect: (name) => read(name, inspectPicture),
  };
}
