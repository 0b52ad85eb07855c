import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDemoImageGenerator, readDemoImageMetadata } from '../../sandbox/demo/demo-images.ts';
import {
  type DerivedImageMetadata,
  listImageFileNames,
  readImageMetadata,
} from '../../server/features/catalogue/images/image-derivation.ts';
import { startTestApi } from '../support/api.ts';
import { expectGeneratedDocument } from '../support/drawn-document.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const MASTERS = join(import.meta.dirname, '../../sandbox/catalogue/pictures');
const soap = readDemoImageMetadata().get('bar-soap-carton.webp') as DerivedImageMetadata;

const api = openFixtureForFile(startTestApi);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-pictures-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the index of the demo catalogue says of each master what is in it', async () => {
  const text = readFileSync(join(MASTERS, '../catalogue.json'), 'utf8');
  const { products } = JSON.parse(text) as { products: { images: string[] }[] };
  const index: Record<string, DerivedImageMetadata> = {};
  for (const name of [...new Set(products.flatMap(({ images }) => images))].sort()) {
    index[name] = await readImageMetadata(readFileSync(join(MASTERS, name)));
  }
  expectGeneratedDocument('sandbox/catalogue/pictures/index.json', `${JSON.stringify(index, null, 2)}\n`);
});

test('a picture that nobody asked for before is there when it is asked for', async () => {
  for (const file of [`${soap.hash}-160.webp`, `${soap.hash}-160.avif`]) {
    const answer = await api.app.inject({ method: 'GET', url: `/pictures/${file}` });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
      200,
      expect.stringContaining('immutable'),
    ]);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 160, height: 160 });
  }
});

test('each file is derived once, however many ask, and nothing but what they asked for', async () => {
  const ensure = createDemoImageGenerator([folder]);
  const file = `${soap.hash}-160.webp`;
  const share = `${soap.hash}-share.jpg`;
  await Promise.all([ensure(file), ensure(share), ensure(file), ensure('nothing.webp')]);
  expect(readdirSync(folder).sort()).toEqual([file, share].sort());
  const { mtimeMs } = statSync(join(folder, file));
  await ensure(file);
  await createDemoImageGenerator([folder])(file);
  expect(statSync(join(folder, file)).mtimeMs).toBe(mtimeMs);
});

test('a picture that could not be written is made at the next asking', async () => {
  const ensure = createDemoImageGenerator([folder]);
  const file = `${soap.hash}-160.webp`;
  await rm(folder, { recursive: true });
  await expect(Promise.all([ensure(file), ensure(file)])).rejects.toThrow('ENOENT');
  createDemoImageGenerator([folder]);
  await ensure(file);
  expect(readdirSync(folder)).toEqual([file]);
});

test('a folder that cannot be made is left for the next one', async () => {
  const file = listImageFileNames(soap)[1] as string;
  await createDemoImageGenerator([join(MASTERS, 'index.json', 'pictures'), folder])(file);
  expect(readdirSync(folder)).toEqual([file]);
});
