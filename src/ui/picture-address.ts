import { pictureAddress, pictureWidths } from '#contract/rules/picture-address.ts';
import type { Picture } from '#contract/schemas/product.ts';

interface SetOptions {
  /** Ends each address, for another try. */
  suffix?: string;
  /** Each file stands in for the next wider one, so that the browser's choice falls one step lower. */
  isThrifty?: boolean;
  /** The widest file that the place has room for. */
  widestPx?: number | undefined;
}

/** A `srcset` over the widths of a picture that its place has room for. */
export function pictureSet(
  picture: Picture,
  format: 'avif' | 'webp',
  { suffix = '', isThrifty = false, widestPx = Number.POSITIVE_INFINITY }: SetOptions = {},
): string {
  const widths = pictureWidths(Math.min(picture.width, widestPx));
  const steps = isThrifty && widths.length > 1 ? 1 : 0;
  return widths
    .slice(steps)
    .map(
      (width, index) => `${pictureAddress(picture.hash, widths[index] ?? width, format)}${suffix} ${width}w`,
    )
    .join(', ');
}
