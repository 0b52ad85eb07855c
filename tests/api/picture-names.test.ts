import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { addProductImportFixture } from '../support/with-imports.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

/**
 * Phones spell file names differently: a sent picture is found by the name in a table, and two pictures never become
 * one.
 */

const shop = openFixtureForFile(
  () => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }),
  addOpsCommandFixture,
  addProductImportFixture,
);
let ngozi: SignedInTestOperator;
beforeAll(async () => {
  ngozi = await signInTestOperator(shop, 'ngozi', 'ops');
});
beforeEach(() => shop.reset());

let colour = 0;
function png(): Promise<Buffer> {
  colour += 1;
  const background = { r: colour, g: 90, b: 60 };
  return sharp({ create: { width: 200, height: 150, channels: 3, background } })
    .png()
    .toBuffer();
}

interface Kept {
  hash: string;
  name: string;
}

async function upload(name: string): Promise<Kept> {
  const answer = await shop.inject({
    method: 'POST',
    url: `/api/ops/pictures?name=${encodeURIComponent(name)}`,
    payload: await png(),
    headers: {
      origin: shop.config.publicUrl,
      cookie: ngozi.cookie,
      'content-type': 'application/octet-stream',
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

async function add(name: string): Promise<Kept> {
  const file = join(shop.folder, name);
  await writeFile(file, await png());
  const { data, message } = await runOpsCommandInTest<Kept>(shop, 'picture', 'add', file);
  expect(message).toBeUndefined();
  return data;
}

const cellOf = (name: string) => `"${name.replaceAll('"', '""')}"`;
/** Imports a table as a dry run. @returns the pictures that it would give to rice. */
async function named(cell: string, ...more: string[]): Promise<unknown> {
  const { data, message } = await shop.bringIn(
    'i.csv',
    `slug,images\nrice,${cellOf(cell)}\n`,
    '--dry-run',
    ...more,
  );
  expect(message).toBeUndefined();
  const [change] = (data.changes ?? []) as { fields: { images: { after: string[] } } }[];
  return data.errors[0]?.message ?? change?.fields.images.after;
}

const NAMES = [
  'WhatsApp Image 2026-05-01 at 10.11.12 (1).jpeg',
  'Screenshot (4).PNG',
  'Screenshot 2026-05-01 at 10.11.12\u202fAM.png',
  'rice (1).jpg',
  'rice [1].jpg',
  'Rice.JPG',
  'rice.JPG',
  'rice.jpeg',
  'ẹ̀.jpg',
  'ọ̀.jpg',
  '米.jpg',
  '油.jpg',
  '🍚.jpg',
  'a, b; c.jpg',
  'plain_1.jpg',
];

test('a picture sent at the console is found under the name that its file has, and under the one it got', async () => {
  const kept = new Map<string, Kept>();
  for (const name of NAMES) kept.set(name, await upload(name));
  expect(new Set([...kept.values()].map(({ name }) => name)).size).toBe(NAMES.length);
  for (const [given, { hash, name }] of kept) {
    expect(await named(given), given).toEqual([hash]);
    expect(await named(name), name).toEqual([hash]);
    expect(await named(given.normalize('NFD')), given).toEqual([hash]);
  }
  const [first, second] = [...kept];
  expect(await named(`${first?.[0]} | ${second?.[0]}`)).toEqual([first?.[1].hash, second?.[1].hash]);
});

test('so is one that is added at the command line, which says how it is called', async () => {
  const { hash, name } = await add('market (2).png');
  expect(await named('market (2).png')).toEqual([hash]);
  const said = await shop.say('picture', 'add', join(shop.folder, 'market (2).png'));
  expect(said).toMatch(new RegExp(`^name +${name}\nhash +${hash}\n[\\s\\S]*\nisNew +false\n$`));
  const edited = await runOpsCommandInTest(shop, 'product', 'edit', 'rice', '--images', 'market (2).png');
  expect(edited).toMatchObject({ ok: true });
});

test('so is one of a folder, however the system writes its accents', async () => {
  const file = join(shop.folder, 'Ẹ̀wà olóyin (1).png'.normalize('NFD'));
  await writeFile(file, await png());
  const words = ['--images', shop.folder];
  expect(await named('Ẹ̀wà olóyin (1).png'.normalize('NFC'), ...words)).toEqual([expect.any(String)]);
  expect(await named('Ẹ̀wà olóyin 1.png', ...words)).toBe(
    'Ẹ̀wà olóyin 1.png was not found: upload the image first, and write its file name with the extension',
  );
});

test('a picture that was kept under a name of before is found under it', async () => {
  const { hash } = await upload('old.jpg');
  const name = 'WhatsApp-Image-2026-05-01-at-10.11.12-1-.jpeg';
  await shop.db.query('UPDATE pictures SET source_name = $2 WHERE hash = $1', [hash, name]);
  expect(await named(name)).toEqual([hash]);
  expect(await named(hash)).toEqual([hash]);
});

test('names that are parted by commas are refused with the sign that parts them', async () => {
  expect(await named('a.jpg, b.jpg')).toBe(
    'a.jpg, b.jpg was not found: separate names with |, every other character is part of a name',
  );
});

test('each picture that is not taken is refused by row and name, and none of the others is written', async () => {
  await writeFile(join(shop.folder, 'good (1).png'), await png());
  await writeFile(join(shop.folder, 'cut off.png'), (await png()).subarray(0, 200));
  await writeFile(join(shop.folder, 'moving.gif'), 'GIF89a');
  const before = await readdir(join(shop.config.dataDir, 'pictures'));
  const csv = 'slug,images\nrice,good (1).png | cut off.png\nsalt,moving.gif\n';
  for (const more of [['--dry-run'], []]) {
    const { data } = await shop.bringIn('i.csv', csv, '--images', shop.folder, ...more);
    expect(data.errors).toEqual([
      {
        row: 2,
        slug: 'rice',
        field: 'images',
        message: 'cut off.png is damaged or was not sent completely. Send it again',
      },
      {
        row: 3,
        slug: 'salt',
        field: 'images',
        message: 'moving.gif is a GIF file, which is not supported. Save it as JPEG or PNG and send that',
      },
    ]);
  }
  expect(await readdir(join(shop.config.dataDir, 'pictures'))).toEqual(before);
});

test('a folder of pictures that is not there is refused', async () => {
  const run = await shop.bringIn('i.csv', 'slug,images\nrice,a.jpg\n', '--images', join(shop.folder, 'gone'));
  expect(run.message).toBe(`${join(shop.folder, 'gone')} cannot be read.`);
});
