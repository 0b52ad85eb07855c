import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { PICTURE_WIDTHS_PX } from '#contract/limits.ts';
import { derivePicture } from '../../server/features/catalogue/picture-derivation.ts';
import { nearestTone, PICTURE_TONES } from '../../server/features/catalogue/picture-tones.ts';

const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const red = { r: 180, g: 65, b: 44 };

function master(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: red } })
    .png()
    .toBuffer();
}

test('a master becomes AVIF and WebP at every width, and one JPEG for shared links', async () => {
  const picture = await derivePicture(await master(1200, 900), folder);
  expect(picture).toMatchObject({ width: 1200, height: 900, tone: 11 });
  for (const widthPx of PICTURE_WIDTHS_PX) {
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

test('the same bytes give the same names, and nothing is written twice', async () => {
  const bytes = await master(500, 500);
  const first = await derivePicture(bytes, folder);
  const file = join(folder, `${first.hash}-320.webp`);
  const writtenAt = statSync(file).mtimeMs;
  expect(await derivePicture(bytes, folder)).toEqual(first);
  expect(statSync(file).mtimeMs).toBe(writtenAt);
});

test('nothing is drawn larger than its master, but the smallest width always exists', async () => {
  const { hash } = await derivePicture(await master(100, 100), folder);
  expect(await sharp(join(folder, `${hash}-160.webp`)).metadata()).toMatchObject({ width: 160 });
  expect(() => statSync(join(folder, `${hash}-320.webp`))).toThrow('ENOENT');
});

test('what is no picture is refused', async () => {
  await expect(derivePicture(Buffer.from('rice'), folder)).rejects.toThrow();
});

test('the tones of the server are those that the app draws', () => {
  const tokens = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8');
  const drawn = [...tokens.matchAll(/--tone-\d+: (#[0-9a-f]{6});/g)].map(([, hex]) => hex);
  expect(drawn).toEqual([...PICTURE_TONES]);
  expect(PICTURE_TONES.map((hex) => nearestTone(rgb(hex)))).toEqual(PICTURE_TONES.map((_, index) => index));
});

function rgb(hex: string) {
  const value = Number.parseInt(hex.slice(1), 16);
  return { r: value >> 16, g: (value >> 8) & 0xff, b: value & 0xff };
}
