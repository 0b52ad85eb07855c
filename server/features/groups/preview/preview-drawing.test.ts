import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { GroupPreviewContent } from './preview-content.ts';
import { drawGroupPreviewImage, PREVIEW_IMAGE_BYTES_MAX } from './preview-drawing.ts';
import { drawTextInLines, drawTextInOneLine } from './preview-text.ts';

const MASTERS = new URL('../../../../sandbox/catalogue/pictures/', import.meta.url);
const read = (name: string) => readFileSync(new URL(`${name}.webp`, MASTERS));
const open: GroupPreviewContent = {
  title: 'Stone-Free Local Rice',
  image: { hash: 'abc', width: 640 },
  offer: { priceLabel: 'Group price', price: '₦51,500', percent: 76 },
  state: 'Needs 120 kg more',
  detail: 'Open until 1 Dec 2026, 14:05 WAT',
};
/** Folder into which the images are written for a look at them, if the variable is set. */
const folder = process.env.PREVIEWS;

const cases: [string, GroupPreviewContent, Buffer | null][] = [
  ['an open group', open, read('rice-50kg')],
  [
    'a long name, a long price and a new group',
    {
      ...open,
      title: `${'Ọ̀ṣẹ́ dúdú àti ẹ̀fọ́ ńlá láti Ọ̀ṣun '.repeat(6)}`,
      offer: { priceLabel: 'from as low as', price: '₦100,000 - ₦100,000,000', percent: 0 },
      state: 'Needs 1,000,000,000 very long base units more',
    },
    read('red-onions-bag'),
  ],
  [
    'a full group without an image',
    { ...open, offer: null, state: 'This group is full', detail: 'See the next group at the link.' },
    null,
  ],
  [
    'a failed group',
    {
      ...open,
      ...{ title: 'Palm Oil', offer: null, state: 'This group did not go through' },
      detail: 'Everyone in it gets their money back.',
    },
    read('palm-oil-25l'),
  ],
  [
    'a picture full of detail',
    { ...open, offer: { ...open.offer, priceLabel: 'Group price', price: '₦1,200', percent: 99 } },
    read('tomatoes-basket'),
  ],
];

test.each(cases)('%s is drawn in 1200 x 630 pixels and at most 60 kB', async (name, content, image) => {
  const jpeg = await drawGroupPreviewImage(content, { brandName: 'Ajora', image });
  if (folder) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${name.replaceAll(' ', '-')}.jpg`, jpeg);
  }
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(jpeg.length).toBeLessThanOrEqual(PREVIEW_IMAGE_BYTES_MAX);
});

test('an image of noise, which compresses worst, stays within the bytes', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
  const image = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#888', noise } })
    .webp({ quality: 90 })
    .toBuffer();
  const jpeg = await drawGroupPreviewImage(open, { brandName: 'Ajora', image });
  expect(jpeg.length).toBeLessThanOrEqual(PREVIEW_IMAGE_BYTES_MAX);
});

const style = { isBold: true, sizePx: 46, colour: '#000000', widthPx: 500 };
const hash = (png: Buffer) => createHash('sha256').update(png).digest('hex');

test('marks of Yoruba and Igbo, the naira sign and signs of markup are drawn, each as itself', async () => {
  const letters = [
    'e',
    'ẹ',
    'o',
    'ọ',
    'ọ́',
    'ọ̀',
    's',
    'ṣ',
    'n',
    'ń',
    'ṅ',
    'ụ',
    'ị',
    '₦',
    'N',
    '&',
    '<',
    '€',
    '…',
  ];
  const drawn = await Promise.all(letters.map((letter) => drawTextInOneLine(letter, style)));
  expect(new Set(drawn.map(({ png }) => hash(png))).size).toBe(letters.length);
  // The same letter as one character, and as a base letter with a combining mark.
  const [one, two] = await Promise.all(
    ['\u1ecd', 'o\u0323'].map((letter) => drawTextInOneLine(letter, style)),
  );
  expect(hash(one?.png as Buffer)).toBe(hash(two?.png as Buffer));
});

test('what the font has not leaves no empty box', async () => {
  const plain = await drawTextInOneLine('Rice', style);
  expect(hash((await drawTextInOneLine('Rice 🍚', style)).png)).toBe(hash(plain.png));
});

test('a text stays within its width: in so many lines, or in one that is drawn smaller', async () => {
  const long = 'Honey Beans from Borno '.repeat(20);
  const lines = await drawTextInLines(long, style, 3);
  expect(lines.width).toBeLessThanOrEqual(500);
  expect(lines.height).toBeLessThanOrEqual(3 * 46 * 1.4);
  expect(hash(lines.png)).not.toBe(hash((await drawTextInLines(long, style, 2)).png));
  expect((await drawTextInLines('x'.repeat(200), style, 2)).width).toBeLessThanOrEqual(500);
  for (const text of ['₦100,000,000 - ₦100,000,000', 'w'.repeat(300)])
    expect((await drawTextInOneLine(text, style)).width).toBeLessThanOrEqual(500);
});
