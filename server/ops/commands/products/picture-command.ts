import { basename, join } from 'node:path';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { plainPictureName } from '#contract/rules/picture-name.ts';
import { PictureFault } from '../../../features/catalogue/images/picture-fault.ts';
import { keepPicture } from '../../../features/catalogue/images/product-pictures.ts';
import { type OpsCommand, Refusal, requireWord } from '../../command.ts';
import { readWithin } from '../../import-file.ts';

export const pictureAddCommand: OpsCommand = {
  name: 'picture add',
  usage: 'FILE',
  summary: 'Keep a picture, so that products can name it. No product shows it yet.',
  roles: ['ops'],
  act: 'again',
  async run({ db, config, actor }, args) {
    requireWord(args, 0, 'FILE');
    const file = args.words[0] as string;
    const given = basename(file);
    const name = plainPictureName(given);
    const master = await readWithin(file, PICTURE_MAX_BYTES, args.files);
    const folder = join(config.dataDir, 'pictures');
    const { hash, width, height, tone, isNew } = await keepPicture(db, { name, master, folder, actor }).catch(
      refusePicture(given, folder),
    );
    return {
      data: { name, hash, width, height, tone, isNew },
      text: `${given} is ${isNew ? 'kept' : 'known already,'} as ${hash}.${name === given ? '' : ` Its plain name is ${name}.`}`,
    };
  },
};

/** A full disk, or the database, says nothing against the picture. */
export function refusePicture(name: string, folder: string) {
  return (error: unknown): never => {
    if (error instanceof PictureFault) throw new Refusal(`${name} ${error.message}`);
    if (error instanceof Error && 'syscall' in error)
      throw new Refusal(`The pictures cannot be written to ${folder}: ${error.message}`);
    throw error;
  };
}
