import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FILE_NAME_LENGTH_MAX } from '../../limits.ts';
import { normalizeImageFileName } from './image-file-name.ts';

test.each([
  ['rice.jpg'],
  ['IMG-20260501-WA0003.jpg'],
  ['WhatsApp-Image-2026-05-01-at-10.11.12-1-.jpeg'],
  ['Rice_50kg..JPG'],
  ['ẹ̀wà.jpg'.normalize('NFC')],
  ['米.jpg'],
  ['x'.repeat(FILE_NAME_LENGTH_MAX)],
])('%s stays as it is', (name) => {
  expect(normalizeImageFileName(name)).toBe(name);
});

test.each([
  [
    'WhatsApp Image 2026-05-01 at 10.11.12 (1).jpeg',
    /^WhatsApp-Image-2026-05-01-at-10\.11\.12-1-[a-z0-9]+\.jpeg$/,
  ],
  ['Screenshot (4).png', /^Screenshot-4-[a-z0-9]+\.png$/],
  ['🍚.jpg', /^picture-[a-z0-9]+\.jpg$/],
  ['.jpg', /^picture-[a-z0-9]+\.jpg$/],
  ['../../etc/passwd', /^etc-passwd-[a-z0-9]+$/],
  [`${'米'.repeat(300)}.jpeg`, /^米{180,}-[a-z0-9]+\.jpeg$/],
  [`x${'𠀀'.repeat(150)}.jpeg`, /^x(𠀀){90,}-[a-z0-9]+\.jpeg$/u],
  [`𠀀${'𠀀'.repeat(150)}.jpeg`, /^(𠀀){90,}-[a-z0-9]+\.jpeg$/u],
])('%s becomes a name that a table can hold', (name, plain) => {
  expect(normalizeImageFileName(name)).toMatch(plain);
});

test('one name is one name however its accents are written', () => {
  expect(normalizeImageFileName('Ẹ̀wà olóyin.png'.normalize('NFD'))).toBe(
    normalizeImageFileName('Ẹ̀wà olóyin.png'.normalize('NFC')),
  );
});

test('different names stay different', () => {
  const names = [
    'rice (1).jpg',
    'rice [1].jpg',
    'rice-1-.jpg',
    'rice 1.jpg',
    'rice.jpg',
    'rice.jpeg',
    'Rice.JPG',
  ];
  names.push(
    'rice.JPG',
    'ẹ̀.jpg',
    'ọ̀.jpg',
    '米.jpg',
    '油.jpg',
    '🍚.jpg',
    '🍲.jpg',
    '???.jpg',
    '???.jpeg',
    '.jpg',
  );
  names.push(`${'a'.repeat(250)}.jpg`, `${'a'.repeat(251)}.jpg`);
  expect(new Set(names.map(normalizeImageFileName)).size).toBe(names.length);
});

test('any name becomes one that stays as it is, is not too long and leads to no folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const plain = normalizeImageFileName(name);
      expect(normalizeImageFileName(plain)).toBe(plain);
      expect(plain.length).toBeLessThanOrEqual(FILE_NAME_LENGTH_MAX);
      expect(plain).toMatch(/^[^./\\\s][^/\\\s]*$/);
    }),
  );
});
