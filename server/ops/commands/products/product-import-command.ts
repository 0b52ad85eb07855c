import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { plainPictureName } from '#contract/rules/picture-name.ts';
import { derivePicture, describePicture } from '../../../features/catalogue/images/picture-derivation.ts';
import { PictureFault } from '../../../features/catalogue/images/picture-fault.ts';
import type { ImportedProduct } from '../../../features/catalogue/import/import-plan.ts';
import { importProducts, type PictureSource } from '../../../features/catalogue/import/product-import.ts';
import {
  type OpsAnswer,
  type OpsArguments,
  type OpsCommand,
  type OpsContext,
  Refusal,
} from '../../command.ts';
import { answerRowErrors, readFileToImport, readWithin, refuseFile } from '../../import-file.ts';
import { refusePicture } from './picture-command.ts';

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
    ...(folder ? { pictures: await picturesOf(folder, join(config.dataDir, 'pictures')) } : {}),
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

/** Finds pictures in a folder by their plain names and derives them into another folder. */
async function picturesOf(folder: string, output: string): Promise<PictureSource> {
  const files = await readdir(folder).catch(() => {
    throw new Refusal(`${folder} cannot be read.`);
  });
  const byName = new Map(files.map((file) => [plainPictureName(file), join(folder, file)]));
  const read = async (name: string): Promise<Buffer | null> => {
    const path = byName.get(name);
    return path === undefined
      ? null
      : await readWithin(path, PICTURE_MAX_BYTES).catch((error: Error) => {
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
