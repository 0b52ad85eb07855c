import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureWidths } from '#contract/rules/picture-address.ts';
import { nearestTone, type Rgb, toHex } from './picture-tones.ts';

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
const openSharp = async () => (await import('sharp')).default;

/** Part of the hash: a new recipe makes new names, because the old ones are cached for a year. */
const RECIPE = 'r1';
const HASH_LENGTH = 20;
/** Effort 4 takes five times as long for 8 % fewer bytes. */
const AVIF = { quality: 52, effort: 2 } as const;
const WEBP = { quality: 74, effort: 4 } as const;
const SHARE = { widthPx: 1200, heightPx: 630, maxBytes: 300_000, qualities: [82, 72, 60, 45] } as const;

/**
 * Derives all files of one master. Files that are there already are kept, so a second call costs nothing.
 *
 * @param master bytes of a WebP, AVIF, PNG or JPEG.
 * @param folder where the files go; made if missing.
 * @throws {Error} when the bytes are no picture; with the `syscall` that failed when a file cannot be written.
 */
export async function derivePicture(master: Buffer, folder: string): Promise<DerivedPicture> {
  const picture = await describePicture(master);
  await mkdir(folder, { recursive: true });
  for (const file of pictureFiles(picture)) await derivePictureFile(master, picture, join(folder, file));
  return picture;
}

/**
 * What is known of a picture without any of its files.
 *
 * @throws {Error} when the bytes are no picture.
 */
export async function describePicture(master: Buffer): Promise<DerivedPicture> {
  await requirePicture(master);
  const sharp = await openSharp();
  const { width, height } = await orientedSize(master);
  const dominant: Rgb = (await sharp(master, { failOn: 'error' }).rotate().stats()).dominant;
  return {
    hash: hashPicture(master),
    width,
    height,
    dominantColor: toHex(dominant),
    tone: nearestTone(dominant),
  };
}

/** The names of all files that a picture is loaded as. */
export function pictureFiles({ hash, width }: Pick<DerivedPicture, 'hash' | 'width'>): string[] {
  return [
    ...pictureWidths(width).flatMap((widthPx) => [`${hash}-${widthPx}.avif`, `${hash}-${widthPx}.webp`]),
    `${hash}-share.jpg`,
  ];
}

/**
 * Derives one file, unless it is there already.
 *
 * @param path ends in one of the names of `pictureFiles`; its folder is there.
 * @throws {Error} with the `syscall` that failed when it cannot be written.
 */
export async function derivePictureFile(
  master: Buffer,
  picture: DerivedPicture,
  path: string,
): Promise<void> {
  const [, widthPx, format] = /-(\d+)\.(avif|webp)$/.exec(path) ?? [];
  await writeOnce(path, async () => {
    if (format === undefined) return await shareImage(master, picture.dominantColor);
    const sharp = await openSharp();
    const resized = sharp(master, { failOn: 'error' })
      .rotate()
      .resize({ width: Number(widthPx), withoutEnlargement: false });
    return await (format === 'avif' ? resized.avif(AVIF) : resized.webp(WEBP)).toBuffer();
  });
}

/**
 * Looks at a master without deriving anything.
 *
 * @returns the hash that its files are named by.
 * @throws {Error} when the bytes do not begin as a picture does.
 */
export async function inspectPicture(master: Buffer): Promise<string> {
  await requirePicture(master);
  return hashPicture(master);
}

/** Goes by what the bytes say: the library reads drawings and documents too, which are programs to it. */
async function requirePicture(master: Buffer): Promise<void> {
  const sharp = await openSharp();
  const { format } = await sharp(master).metadata();
  if (!['png', 'jpeg', 'webp', 'heif', 'avif'].includes(format)) throw new Error(`${format} is no picture`);
}

function hashPicture(master: Buffer): string {
  return createHash('sha256').update(RECIPE).update(master).digest('hex').slice(0, HASH_LENGTH);
}

async function orientedSize(master: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await openSharp();
  const { width, height, orientation = 1 } = await sharp(master).metadata();
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** The whole picture on a ground of its own colour, as chats and social sites want it. */
async function shareImage(master: Buffer, background: string): Promise<Buffer> {
  const sharp = await openSharp();
  const fitted = sharp(master)
    .rotate()
    .resize({ width: SHARE.widthPx, height: SHARE.heightPx, fit: 'contain', background })
    .flatten({ background });
  let jpeg = Buffer.alloc(0);
  for (const quality of SHARE.qualities) {
    jpeg = await fitted.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length <= SHARE.maxBytes) break;
  }
  return jpeg;
}

/** Written beside and renamed: a half-written file is never served under its final name. */
async function writeOnce(path: string, make: () => Promise<Buffer>): Promise<void> {
  if (existsSync(path)) return;
  const draft = `${path}.${randomUUID()}.tmp`;
  const bytes = await make();
  try {
    await writeFile(draft, bytes);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
