import { IMAGE_WIDTHS_PX } from '../limits.ts';
import type { ProductImage } from '../schemas/product.ts';

/** The name is a content hash, so the bytes at an address never change. */
export function buildImagePath(hash: string, widthPx: number, format: 'avif' | 'webp'): string {
  return `/pictures/${hash}-${widthPx}.${format}`;
}

/** An image exists in the listed widths up to its master's width. */
export function listImageWidths(masterWidthPx: number): number[] {
  const widths = IMAGE_WIDTHS_PX.filter((width) => width <= masterWidthPx);
  return widths.length > 0 ? widths : [IMAGE_WIDTHS_PX[0]];
}

/** Image width for older clients, which do not read `pictures`. */
const PLAIN_WIDTH_PX = 640;

/** Older clients do not read `pictures`, so they get one address for each image. */
export function listFallbackImagePaths(pictures: readonly ProductImage[]): string[] {
  return pictures.map(({ hash, width }) =>
    buildImagePath(hash, listImageWidths(Math.min(width, PLAIN_WIDTH_PX)).at(-1) as number, 'webp'),
  );
}
