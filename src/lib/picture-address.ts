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

interface SetOptions {
  /** Ends each address, for another try. */
  suffix?: string;
  /** Each file stands in for the next wider one, so that the browser's choice falls one step lower. */
  isThrifty?: boolean;
}

/** A `srcset` over all widths of a picture. */
export function pictureSet(
  picture: Picture,
  format: 'avif' | 'webp',
  { suffix = '', isThrifty = false }: SetOptions = {},
): string {
  const widths = pictureWidths(picture.width);
  const steps = isThrifty && widths.length > 1 ? 1 : 0;
  return widths
    .slice(steps)
    .map(
      (width, index) => `${pictureAddress(picture.hash, widths[index] ?? width, format)}${suffix} ${width}w`,
    )
    .join(', ');
}
