import { pictureAddress, pictureWidths } from '#contract/rules/picture-address.ts';
import type { Picture } from '#contract/schemas/product.ts';

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
