import { join } from 'node:path';
import { Type } from 'typebox';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { opsAddPicture } from '#contract/ops-products-endpoints.ts';
import { plainPictureName } from '#contract/rules/picture-name.ts';
import { OpsPictureQuery, OpsPictureReply } from '#contract/schemas/ops-products.ts';
import { keepPicture } from '../../../features/catalogue/images/product-pictures.ts';
import { action, upload } from '../../action.ts';
import { refusePicture } from './product-answers.ts';

export const pictureAddAction = action({
  name: 'picture add',
  summary: 'Upload an image that products can then use.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({ ...OpsPictureQuery.properties, bytes: Type.Unsafe<Buffer>({}) }),
  file: { name: 'name', content: 'bytes', maxBytes: PICTURE_MAX_BYTES },
  console: upload(opsAddPicture, OpsPictureReply, PICTURE_MAX_BYTES),
  async run({ db, config, actor }, { name: given, bytes: master }) {
    const name = plainPictureName(given);
    const folder = join(config.dataDir, 'pictures');
    const { hash, width, height, tone, isNew } = await keepPicture(db, { name, master, folder, actor }).catch(
      refusePicture(given, folder),
    );
    return { data: { name, hash, width, height, tone, isNew } };
  },
});
