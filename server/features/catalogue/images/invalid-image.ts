import { IMAGE_PIXELS_MAX } from '#contract/limits.ts';
import { formatInteger } from '#contract/rules/money/money.ts';
import { listImageWidths } from '#contract/rules/product/image-path.ts';

/**
 * Thrown for a file that is refused as an image. The message has no subject: it continues a sentence that begins with
 * the file's name.
 */
export class InvalidImageError extends Error {}

const OTHER_KINDS: readonly [kind: string, start: RegExp][] = [
  ['HEIC', /^.{4}ftyp(he|mif1|msf1)/s],
  ['MP4 (a video)', /^.{4}ftyp/s],
  ['GIF', /^GIF8/],
  ['TIFF', /^(II\*\0|MM\0\*)/],
  ['BMP', /^BM.{4}\0{4}/s],
  ['PDF', /^%PDF/],
  ['SVG', /^(\xef\xbb\xbf)?\s*(<\?xml.*?|<!--.*?)?<(!DOCTYPE )?svg/is],
];
const TAKEN = /^(\x89PNG\r\n|\xff\xd8\xff|RIFF.{4}WEBP|.{4}ftyp(avi[fs]|.{0,64}avif))/s;
/** The longest side that the WebP format allows, which limits the height of a derived image. */
const WEBP_MAX_PX = 16_383;

/**
 * Checks the first bytes of the file, because the image library would also open drawings and documents.
 * @throws {InvalidImageError}
 */
export function requireImageFileFormat(image: Buffer): void {
  const start = image.subarray(0, 1_000).toString('latin1');
  if (start === '') throw new InvalidImageError('is empty. Send it again.');
  if (TAKEN.test(start)) return;
  const other = OTHER_KINDS.find(([, pattern]) => pattern.test(start));
  throw new InvalidImageError(
    other
      ? `is a ${other[0]} file, which is not supported. Save it as JPEG or PNG and send that.`
      : 'is not an image. Send a JPEG, PNG, WebP or AVIF.',
  );
}

/**
 * Checks an image's size.
 * @throws {InvalidImageError} when it has too many pixels, or a derived image would be too tall.
 */
export function requireAllowedImageSize({ width, height }: { width: number; height: number }): void {
  const size = `${formatInteger(width)} × ${formatInteger(height)} pixels`;
  if (width * height > IMAGE_PIXELS_MAX)
    throw new InvalidImageError(
      `has ${size}, which is more than ${IMAGE_PIXELS_MAX / 1_000_000} million. Make it smaller (2,000 wide is enough) and send it again.`,
    );
  const drawnAtPx = Math.max(...listImageWidths(width));
  if ((height * drawnAtPx) / width > WEBP_MAX_PX)
    throw new InvalidImageError(
      `has ${size}, which is too tall. Crop it to ${formatInteger(Math.floor((WEBP_MAX_PX * width) / drawnAtPx))} pixels of height or less and send it again.`,
    );
}
