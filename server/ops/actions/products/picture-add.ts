import { join } from 'node:path';
import { Type } from 'typebox';
import { IMAGE_FILE_BYTES_MAX } from '#contract/limits.ts';
import { opsAddProductImage } from '#contract/ops/products-endpoints.ts';
import { normalizeImageFileName } from '#contract/rules/product/image-file-name.ts';
import { OpsAddProductImageQuery, OpsAddProductImageReply } from '#contract/schemas/ops/products.ts';
import { storeProductImage } from '../../../features/catalogue/images/product-images.ts';
import { defineAction, defineConsoleUploadEndpoint } from '../../action.ts';
import { throwAsImageRefusal } from './product-action-helpers.ts';

export const productImageAddAction = defineAction({
  name: 'picture add',
  summary: 'Upload an image that products can then use.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({ ...OpsAddProductImageQuery.properties, bytes: Type.Unsafe<Buffer>({}) }),
  file: { name: 'name', content: 'bytes', maxBytes: IMAGE_FILE_BYTES_MAX },
  console: defineConsoleUploadEndpoint(opsAddProductImage, OpsAddProductImageReply, IMAGE_FILE_BYTES_MAX),
  async run({ db, config, actor }, { name: given, bytes: master }) {
    const name = normalizeImageFileName(given);
    const folder = join(config.dataDir, 'pictures');
    const { hash, width, height, tone, isNew } = await storeProductImage(db, {
      name,
      master,
      folder,
      actor,
    }).catch((error: unknown) => throwAsImageRefusal(error, given, folder));
    return { data: { name, hash, width, height, tone, isNew } };
  },
});
