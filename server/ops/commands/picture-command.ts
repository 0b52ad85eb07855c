import { basename, join } from 'node:path';
import { PICTURE_MAX_BYTES, PICTURE_NAME_PATTERN } from '#contract/limits.ts';
import { keepPicture } from '../../features/catalogue/product-pictures.ts';
import { type OpsCommand, Refusal, requireWord } from '../command.ts';
import { readWithin } from '../import-file.ts';

export const pictureAddCommand: OpsCommand = {
  name: 'picture add',
  usage: 'FILE',
  summary: 'Keep a picture, so that products can name it. No product shows it yet.',
  roles: ['ops'],
  act: 'again',
  async run({ db, config, actor }, args) {
    const file = requireWord(args, 0, 'FILE');
    const name = basename(file);
    if (!PICTURE_NAME_PATTERN.test(name))
      throw new Refusal(`${name}: a picture's name has letters, digits, dots and dashes only.`);
    const master = await readWithin(file, PICTURE_MAX_BYTES, args.files);
    const folder = join(config.dataDir, 'pictures');
    const { hash, width, height, tone, isNew } = await keepPicture(db, { name, master, folder, actor }).catch(
      refusePicture(name, folder),
    );
    return {
      data: { name, hash, width, height, tone, isNew },
      text: isNew ? `${name} is kept as ${hash}.` : `${name} is known already, as ${hash}.`,
    };
  },
};

/** What comes of bytes that are no picture. A full disk, or the database, says nothing against the picture. */
export function refusePicture(name: string, folder: string) {
  return (error: unknown): never => {
    if (error instanceof Error && 'syscall' in error)
      throw new Refusal(`The pictures cannot be written to ${folder}: ${error.message}`);
    if (error instanceof Error && 'code' in error) throw error;
    throw new Refusal(`${name} is no picture.`);
  };
}
