import { PICTURE_WIDTHS_PX } from '../limits.ts';
import type { Picture } from '../schemas/product.ts';

/** The name is a content hash, so the bytes at an address never change. */
export function pictureAddress(hash: string, widthPx: number, format: 'avif' | 'webp'): string {
  return `/pictures/${hash}-${widthPx}.${format}`;
}

/** An image exists in the listed widths up to its master's width. */
export function pictureWidths(masterWidthPx: number): number[] {
  const widths = PICTURE_WIDTHS_PX.filter((width) => width <= masterWidthPx);
  return widths.length > 0 ? widths : [PICTURE_WIDTHS_PX[0]];
}

/** Clients that do not know `pictures` get this width. */
const PLAIN_WIDTH_PX = 640;

/** Clients that do not know `pictures` get one address for each image. */
export function plainAddresses(pictures: readonly Picture[]): string[] {
  return pictures.map(({ hash, width }) =>
    pictureAddress(hash, pictureWidths(Math.min(width, PLAIN_WIDTH_PX)).at(-1) as number, 'webp'),
  );
}
