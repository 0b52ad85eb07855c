import { PICTURE_WIDTHS_PX } from '#contract/limits.ts';
import type { Picture } from '#contract/schemas/product.ts';

/** Where the derived pictures lie. The server names them by content hash, so each address never changes its bytes. */
export function pictureAddress(hash: string, widthPx: number, format: 'avif' | 'webp'): string {
  return `/pictures/${hash}-${widthPx}.${format}`;
}

/** The widths a picture exists in: those of the list not above its master's. */
export function pictureWidths(masterWidthPx: number): number[] {
  const widths = PICTURE_WIDTHS_PX.filter((width) => width <= masterWidthPx);
  return widths.length > 0 ? widths : [PICTURE_WIDTHS_PX[0]];
}

/** A `srcset` over all widths of a picture. */
export function pictureSet(picture: Picture, format: 'avif' | 'webp', suffix = ''): string {
  return pictureWidths(picture.width)
    .map((width) => `${pictureAddress(picture.hash, width, format)}${suffix} ${width}w`)
    .join(', ');
}
