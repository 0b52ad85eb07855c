import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_MAX_PIXELS } from '#contract/limits.ts';
import { pictureWidths } from '#contract/rules/picture-address.ts';
import { PictureFault, requirePictureBytes, requirePictureSize } from './picture-fault.ts';
import { nearestTone, toHex } from './picture-tones.ts';

/**
 * Masters become what shoppers load: AVIF and WebP at the widths of the contract, and one JPEG for shared
 * links. Used at import for an operator's own pictures, and for those of the demo catalogue as they are asked for.
 */

/** What is known of a picture once it is derived; the table `pictures` has the same columns. */
export interface DerivedPicture {
  /** Names the files: `{hash}-{width}.avif`, `{hash}-{width}.webp`, `{hash}-share.jpg`. */
  hash: string;
  /** Pixels of the master. */
  width: number;
  height: number;
  /** `#rrggbb`. */
  dominantColor: string;
  /** 0..15, the nearest of `PICTURE_TONES`. */
  tone: number;
}

/** Loading it is a seventh of a start, and few processes ever derive a picture. */
const openSharp = async () => {
  const { default: sharp } = await import('sharp');
  // Its cache keeps opened pictures: three progressive JPEGs of 79 million pixels took 2 GB.
  sharp.cache(false);
  return sharp;
};

/** Part of the hash: a new recipe makes new names, because the old ones are cached for a year. */
const RECIPE = 'r1';
const HASH_LENGTH = 20;
/** Effort 4 takes five times as long for 8 % fewer bytes. */
const AVIF = { quality: 52, effort: 2 } as const;
const WEBP = { quality: 74, effort: 4 } as const;
/** Larger pictures have their colour measured on a smaller copy, which takes far less memory. */
const MEASURED_PIXELS = 4_000_000;
const SHARE = { widthPx: 1200, heightPx: 630, maxBytes: 300_000, qualities: [82, 72, 60, 45] } as const;

let lastWork: Promise<unknown> = Promise.resolve();

/** Runs one piece of work at a time in this process: deriving a large picture takes hundreds of megabytes. */
export function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = lastWork.then(work);
  lastWork = result.catch(() => undefined);
  return result;
}

/**
 * Derives all files of one master, or none. Files that are there already are kept, so a second call costs nothing.
 *
 * @param master bytes of a WebP, AVIF, PNG or JPEG.
 * @param folder where the files go; made if missing.
 * @throws {PictureFault} when the master is not taken; an error with the `syscall` that failed when a file cannot be
 *   written.
 */
export function derivePicture(master: Buffer, folder: string): Promise<DerivedPicture> {
  return oneAtATime(async () => {
    const picture = await describe(master);
    await mkdir(folder, { recursive: true });
    const made: string[] = [];
    try {
      for (const path of pictureFiles(picture).map((file) => join(folder, file)))
        if (await derivePictureFile(master, picture, path)) made.push(path);
    } catch (error) {
      await Promise.all(made.map((path) => rm(path, { force: true })));
      throw error;
    }
    return picture;
  });
}

/**
 * Describes a picture without deriving files. It reads the whole picture, so that a truncated one is found.
 *
 * @throws {PictureFault} when the master is not taken.
 */
export function describePicture(master: Buffer): Promise<DerivedPicture> {
  return oneAtATime(() => describe(master));
}

async function describe(master: Buffer): Promise<DerivedPicture> {
  requirePictureBytes(master);
  const size = await reading(() => orientedSize(master));
  requirePictureSize(size);
  const { dominant } = await reading(async () => {
    const picture = await openMaster(master);
    if (size.width * size.height <= MEASURED_PIXELS) return await picture.stats();
    const smaller = picture.resize({ width: SHARE.widthPx, withoutEnlargement: true });
    return await (await openMaster(await smaller.png().toBuffer())).stats();
  });
  return {
    hash: hashPicture(master),
    ...size,
    dominantColor: toHex(dominant),
    tone: nearestTone(dominant),
  };
}

/** Opens a picture upright. Reading it fails where its bytes end too early. */
async function openMaster(master: Buffer) {
  const sharp = await openSharp();
  return sharp(master, { failOn: 'error', limitInputPixels: PICTURE_MAX_PIXELS }).rotate();
}

/** Gives the library's errors, which have no code, one sentence that a shopkeeper understands. */
async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    throw new PictureFault('is damaged or was cut off on its way. Send it again.', { cause });
  }
}

/** The names of all files that a picture is loaded as. */
export function pictureFiles({ hash, width }: Pick<DerivedPicture, 'hash' | 'width'>): string[] {
  return [
    ...pictureWidths(width).flatMap((widthPx) => [`${hash}-${widthPx}.avif`, `${hash}-${widthPx}.webp`]),
    `${hash}-share.jpg`,
  ];
}

/**
 * Derives one file, unless it is there already. The caller waits its turn by `oneAtATime`.
 *
 * @param path ends in one of the names of `pictureFiles`; its folder is there.
 * @returns whether it was made.
 * @throws {Error} with the `syscall` that failed when it cannot be written.
 */
export async function derivePictureFile(
  master: Buffer,
  picture: DerivedPicture,
  path: string,
): Promise<boolean> {
  if (existsSync(path)) return false;
  const [, widthPx, format] = /-(\d+)\.(avif|webp)$/.exec(path) ?? [];
  const bytes = await reading(async () => {
    if (format === undefined) return await shareImage(master, picture.dominantColor);
    const resized = (await openMaster(master)).resize({ width: Number(widthPx), withoutEnlargement: false });
    return await (format === 'avif' ? resized.avif(AVIF) : resized.webp(WEBP)).toBuffer();
  });
  // Written beside and renamed: a half-written file is never served under its final name.
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
  const sharp = await openSharp();
  const { width, height, orientation = 1 } = await sharp(master, { limitInputPixels: false }).metadata();
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** The whole picture on a ground of its own colour, as chats and social sites want it. */
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
