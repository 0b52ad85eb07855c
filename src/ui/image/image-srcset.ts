import { buildImagePath, listImageWidths } from '#contract/rules/product/image-path.ts';
import type { ProductImage } from '#contract/schemas/product.ts';

interface SetOptions {
  /** Suffix of the address, with which a retry bypasses caches. */
  suffix?: string;
  /** True: uses image files one size smaller, to save data. */
  savesData?: boolean;
  /** The widest image file that is needed at this place. */
  widestPx?: number | undefined;
}

/** Builds the HTML attribute `srcset` of an image, limited to the needed widths. */
export function buildImageSrcset(
  image: ProductImage,
  format: 'avif' | 'webp',
  { suffix = '', savesData = false, widestPx = Number.POSITIVE_INFINITY }: SetOptions = {},
): string {
  const widths = listImageWidths(Math.min(image.width, widestPx));
  const steps = savesData && widths.length > 1 ? 1 : 0;
  return widths
    .slice(steps)
    .map((width, index) => `${buildImagePath(image.hash, widths[index] ?? width, format)}${suffix} ${width}w`)
    .join(', ');
}
