import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { IMAGE_WIDTHS_PX } from '#contract/limits.ts';
import {
  deriveImageFiles,
  listImageFileNames,
  readImageMetadata,
} from '../../server/features/catalogue/images/image-derivation.ts';
import {
  findNearestPlaceholderColour,
  IMAGE_PLACEHOLDER_COLOURS,
} from '../../server/features/catalogue/images/placeholder-colours.ts';

const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const red = { r: 180, g: 65, b: 44 };

function master(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: red } })
    .png()
    .toBuffer();
}

test('a master becomes AVIF and WebP at every width, and one JPEG for shared links', async () => {
  const picture = await deriveImageFiles(await master(1200, 900), folder);
  expect(picture).toMatchObject({ width: 1200, height: 900, tone: 11 });
  for (const widthPx of IMAGE_WIDTHS_PX) {
    for (const format of ['avif', 'webp'] as const) {
      const derived = await sharp(join(folder, `${picture.hash}-${widthPx}.${format}`)).metadata();
      expect(derived).toMatchObject({
        width: widthPx,
        height: (widthPx * 900) / 1200,
        format: format === 'avif' ? 'heif' : 'webp',
      });
    }
  }
  const share = join(folder, `${picture.hash}-share.jpg`);
  expect(await sharp(share).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
  expect(statSync(share).size).toBeLessThanOrEqual(300_000);
});

test('a large picture is known as a small one is', async () => {
  const large = await readImageMetadata(await master(3000, 2000));
  const { dominantColor, tone } = await readImageMetadata(await master(300, 200));
  expect(large).toMatchObject({ width: 3000, height: 2000, dominantColor, tone });
});

test('nothing of a picture stays in memory once it is derived', async () => {
  await deriveImageFiles(photo, folder);
  expect(sharp.cache()).toMatchObject({ memory: { current: 0 }, items: { current: 0 } });
});

test('the same bytes give the same names, and nothing is written twice', async () => {
  const bytes = await master(500, 500);
  const first = await deriveImageFiles(bytes, folder);
  const file = join(folder, `${first.hash}-320.webp`);
  const writtenAt = statSync(file).mtimeMs;
  expect(await deriveImageFiles(bytes, folder)).toEqual(first);
  expect(statSync(file).mtimeMs).toBe(writtenAt);
});

test('nothing is drawn larger than its master, but the smallest width always exists', async () => {
  const { hash } = await deriveImageFiles(await master(100, 100), folder);
  expect(await sharp(join(folder, `${hash}-160.webp`)).metadata()).toMatchObject({ width: 160 });
  expect(() => statSync(join(folder, `${hash}-320.webp`))).toThrow('ENOENT');
});

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: red, noise } })
  .jpeg()
  .toBuffer();
const drawn = await master(900, 600);
/** Builds a JPEG whose header claims this size; its content stays small. */
function claiming(width: number, height: number): Buffer {
  const bytes = Buffer.from(photo);
  const frame = Math.max(bytes.indexOf('ffc0', 0, 'hex'), bytes.indexOf('ffc2', 0, 'hex'));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}
const kindSentence = (kind: string) =>
  `is a ${kind} file, which is not supported. Save it as JPEG or PNG and send that.`;
const DAMAGED = 'is damaged or was not sent completely. Send it again.';
const start = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(500)]);

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ['words', () => Buffer.from('rice'), 'is not an image. Send a JPEG, PNG, WebP or AVIF.'],
  ['an HTML page', () => Buffer.from('<!DOCTYPE html><p>rice'), 'is not an image.'],
  ['nothing', () => Buffer.alloc(0), 'is empty. Send it again.'],
  ['an iPhone picture', () => start('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), kindSentence('HEIC')],
  ['a video', () => start('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), kindSentence('MP4 (a video)')],
  ['a GIF', () => sharp(drawn).gif().toBuffer(), kindSentence('GIF')],
  ['a TIFF', () => sharp(drawn).tiff().toBuffer(), kindSentence('TIFF')],
  ['a document', () => start('%PDF-1.7'), kindSentence('PDF')],
  ['a drawing', () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="x"/>'), kindSentence('SVG')],
  ['a JPEG without its end', () => photo.subarray(0, photo.length / 2), DAMAGED],
  ['the beginning of a JPEG', () => photo.subarray(0, 300), DAMAGED],
  ['a PNG without its end', () => drawn.subarray(0, drawn.length / 2), DAMAGED],
  ['a large PNG without its end', async () => (await master(3000, 2000)).subarray(0, 5_000), DAMAGED],
  [
    'a picture of too many pixels',
    () => claiming(16_000, 16_000),
    'has 16,000 × 16,000 pixels, which is more than 80 million. Make it smaller (2,000 wide is enough) and send it again.',
  ],
  [
    'a picture above what the library would read',
    () => claiming(20_000, 20_000),
    'has 20,000 × 20,000 pixels, which is more than 80 million.',
  ],
  [
    'a long screenshot',
    () => claiming(1080, 30_000),
    'has 1,080 × 30,000 pixels, which is too tall. Crop it to 27,646 pixels of height or less and send it again.',
  ],
])('%s is refused in a sentence of its own, and leaves nothing behind', async (_, make, sentence) => {
  const own = mkdtempSync(join(folder, 'refused-'));
  const bytes = await make();
  await expect(deriveImageFiles(bytes, own)).rejects.toThrow(sentence);
  await expect(readImageMetadata(bytes)).rejects.toThrow(sentence);
  expect(readdirSync(own)).toEqual([]);
});

test('the tallest and the widest picture that can be shown are taken', async () => {
  const tall = await deriveImageFiles(await master(160, 16_383), folder);
  expect(await sharp(join(folder, `${tall.hash}-160.webp`)).metadata()).toMatchObject({ height: 16_383 });
  const wide = await deriveImageFiles(await master(12_000, 3), folder);
  expect(await sharp(join(folder, `${wide.hash}-160.webp`)).metadata()).toMatchObject({ width: 160 });
});

test('of a picture whose files cannot all be written none stays', async () => {
  // The folder is so deep that the path of the 1,200-pixel file is the first that is too long for the system.
  const longest = process.platform === 'darwin' ? 1_023 : 4_095;
  const rest = longest - `/${'h'.repeat(20)}-160.avif.${randomUUID()}.tmp`.length - folder.length;
  const own = folder + '/deep'.repeat(Math.floor(rest / 5)) + 'x'.repeat(rest % 5);
  await expect(deriveImageFiles(await master(1200, 20), own)).rejects.toThrow('ENAMETOOLONG');
  expect(readdirSync(own)).toEqual([]);
});

test('pictures that arrive together are derived one after the other', async () => {
  const own = mkdtempSync(join(folder, 'together-'));
  const masters = await Promise.all([801, 802, 803, 804].map((width) => master(width, 600)));
  const derived = masters.map((bytes) => deriveImageFiles(bytes, own));
  let files = 0;
  for (const one of derived) {
    files += listImageFileNames(await one).length;
    expect(readdirSync(own)).toHaveLength(files);
  }
});

test('the tones of the server are those that the app draws', () => {
  const tokens = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8');
  const drawn = [...tokens.matchAll(/--tone: (#[0-9a-f]{6});/g)].map(([, hex]) => hex);
  expect(drawn).toEqual([...IMAGE_PLACEHOLDER_COLOURS]);
  expect(IMAGE_PLACEHOLDER_COLOURS.map((hex) => findNearestPlaceholderColour(rgb(hex)))).toEqual(
    IMAGE_PLACEHOLDER_COLOURS.map((_, index) => index),
  );
});

function rgb(hex: string) {
  const value = Number.parseInt(hex.slice(1), 16);
  return { r: value >> 16, g: (value >> 8) & 0xff, b: value & 0xff };
}
