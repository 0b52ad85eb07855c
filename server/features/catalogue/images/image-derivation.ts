import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_PIXELS_MAX } from '#contract/limits.ts';
import { listImageWidths } from '#contract/rules/product/image-path.ts';
import { InvalidImageError, requireAllowedImageSize, requireImageFileFormat } from './invalid-image.ts';
import { findNearestPlaceholderColour, formatHexColour } from './placeholder-colours.ts';

/** Creates the image files that shoppers load from an uploaded original. */

/** The properties of a derived image; the table `pictures` has the same columns. */
export interface DerivedImageMetadata {
  /** Hash in the file names `{hash}-{width}.avif`, `{hash}-{width}.webp` and `{hash}-share.jpg`. */
  hash: string;
  /** Width of the full-size image in pixels. */
  width: number;
  height: number;
  /** The dominant colour as `#rrggbb`. */
  dominantColor: string;
  /** Index (0 to 15) of the nearest colour in `IMAGE_PLACEHOLDER_COLOURS`. */
  tone: number;
}

/** The image library is loaded on first use, because loading it takes a seventh of the server's start time. */
const loadSharpImageLibrary = async () => {
  const { default: sharp } = await import('sharp');
  // Opened images must not stay in the library's cache, where three progressive JPEGs of 79 million pixels took 2 GB.
  sharp.cache(false);
  return sharp;
};

/**
 * Version in the image file names. It must change when derived files get other bytes, because browsers cache a file by
 * name for a year.
 */
const RECIPE = 'r1';
const HASH_LENGTH = 20;
/** Compression effort. Effort 4 would take five times as long for 8 % fewer bytes. */
const AVIF = { quality: 52, effort: 2 } as const;
const WEBP = { quality: 74, effort: 4 } as const;
/** Size above which the main colour is measured on a smaller copy, which needs far less memory. */
const MEASURED_PIXELS = 4_000_000;
const SHARE = { widthPx: 1200, heightPx: 630, maxBytes: 300_000, qualities: [82, 72, 60, 45] } as const;

let lastWork: Promise<unknown> = Promise.resolve();

/** Runs one image job at a time in this process, because deriving a large image takes hundreds of megabytes. */
export function runOneImageJobAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = lastWork.then(work);
  lastWork = result.catch(() => undefined);
  return result;
}

/**
 * Derives all missing files of an original image, or none.
 * @param master bytes of a WebP, AVIF, PNG or JPEG.
 * @throws {InvalidImageError} for a refused image, or Node's error when a file cannot be written.
 */
export function deriveImageFiles(original: Buffer, folder: string): Promise<DerivedImageMetadata> {
  return runOneImageJobAtATime(async () => {
    const image = await describe(original);
    await mkdir(folder, { recursive: true });
    const made: string[] = [];
    try {
      for (const path of listImageFileNames(image).map((file) => join(folder, file)))
        if (await deriveImageFile(original, image, path)) made.push(path);
    } catch (error) {
      await Promise.all(made.map((path) => rm(path, { force: true })));
      throw error;
    }
    return image;
  });
}

/**
 * Decodes a whole image, so that a truncated file is found, and reads its properties.
 * @throws {InvalidImageError} when the original is rejected.
 */
export function readImageMetadata(original: Buffer): Promise<DerivedImageMetadata> {
  return runOneImageJobAtATime(() => describe(original));
}

async function describe(master: Buffer): Promise<DerivedImageMetadata> {
  requireImageFileFormat(master);
  const size = await reading(() => orientedSize(master));
  requireAllowedImageSize(size);
  const { dominant } = await reading(async () => {
    const image = await openMaster(master);
    if (size.width * size.height <= MEASURED_PIXELS) return await image.stats();
    const smaller = image.resize({ width: SHARE.widthPx, withoutEnlargement: true });
    return await (await openMaster(await smaller.png().toBuffer())).stats();
  });
  return {
    hash: hashPicture(master),
    ...size,
    dominantColor: formatHexColour(dominant),
    tone: findNearestPlaceholderColour(dominant),
  };
}

/**
 * Opens an image with its orientation applied. It fails if the file is incomplete, so that no half image is published.
 */
async function openMaster(master: Buffer) {
  const sharp = await loadSharpImageLibrary();
  return sharp(master, { failOn: 'error', limitInputPixels: IMAGE_PIXELS_MAX }).rotate();
}

/** Replaces the image library's error by a message that a shopkeeper understands. */
async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    throw new InvalidImageError('is damaged or was not sent completely. Send it again.', { cause });
  }
}

export function listImageFileNames({ hash, width }: Pick<DerivedImageMetadata, 'hash' | 'width'>): string[] {
  return [
    ...listImageWidths(width).flatMap((widthPx) => [`${hash}-${widthPx}.avif`, `${hash}-${widthPx}.webp`]),
    `${hash}-share.jpg`,
  ];
}

/**
 * Derives one image file unless it exists. The caller must wrap the call in `runOneImageJobAtATime` to limit memory.
 * @param path ends in one of the names of `listImageFileNames`.
 * @returns whether the file was created.
 * @throws Node's error when the file cannot be written.
 */
export async function deriveImageFile(
  master: Buffer,
  image: DerivedImageMetadata,
  path: string,
): Promise<boolean> {
  if (existsSync(path)) return false;
  const [, widthPx, format] = /-(\d+)\.(avif|webp)$/.exec(path) ?? [];
  const bytes = await reading(async () => {
    if (format === undefined) return await shareImage(master, image.dominantColor);
    const resized = (await openMaster(master)).resize({ width: Number(widthPx), withoutEnlargement: false });
    return await (format === 'avif' ? resized.avif(AVIF) : resized.webp(WEBP)).toBuffer();
  });
  // The file gets its final name only when it is complete, so that a partial file is never served.
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, bytes);
    await rename(draft, path);
    return true;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function hashPicture(master: Buffer): string {
  return createHash('sha256').update(RECIPE).update(master).digest('hex').slice(0, HASH_LENGTH);
}

async function orientedSize(master: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await loadSharpImageLibrary();
  const { width, height, orientation = 1 } = await sharp(master, { limitInputPixels: false }).metadata();
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Draws the whole image on a background of its main colour, in the size that chats and social sites expect. */
async function shareImage(master: Buffer, background: string): Promise<Buffer> {
  const fitted = (await openMaster(master))
    .resize({ width: SHARE.widthPx, height: SHARE.heightPx, fit: 'contain', background })
    .flatten({ background });
  let jpeg = Buffer.alloc(0);
  for (const quality of SHARE.qualities) {
    jpeg = await fitted.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length <= SHARE.maxBytes) break;
  }
  return jpeg;
}
