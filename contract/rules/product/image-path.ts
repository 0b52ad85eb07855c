import { IMAGE_WIDTHS_PX } from '../../limits.ts';
import type { ProductImage } from '../../schemas/product.ts';

/** Builds the path of an image file. Its name contains the hash of its content, so browsers may cache it for ever. */
export function buildImagePath(hash: string, widthPx: number, format: 'avif' | 'webp'): string {
  return `/pictures/${hash}-${widthPx}.${format}`;
}

/** Lists the widths in which an image exists: the standard widths that its original reaches. */
export function listImageWidths(masterWidthPx: number): number[] {
  const widths = IMAGE_WIDTHS_PX.filter((width) => width <= masterWidthPx);
  return widths.length > 0 ? widths : [IMAGE_WIDTHS_PX[0]];
}

/** Width of the image that older clients get, which do not read `pictures`. */
const PLAIN_WIDTH_PX = 640;

/** Lists one image path for each of a product's images, for older clients that do not read `pictures`. */
export function listImagePathsForOldClients(images: readonly ProductImage[]): string[] {
  return images.map(({ hash, width }) =>
    buildImagePath(hash, listImageWidths(Math.min(width, PLAIN_WIDTH_PX)).at(-1) as number, 'webp'),
  );
}
