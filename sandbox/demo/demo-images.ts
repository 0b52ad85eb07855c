import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DerivedImageMetadata,
  deriveImageFile,
  listImageFileNames,
  runOneImageJobAtATime,
} from '../../server/features/catalogue/images/image-derivation.ts';
import { findProjectFolder } from '../../server/lib/project-folder.ts';

/** Describes the demo's images. Their files are created on request, because all together take most of a minute. */

const MASTERS = join(findProjectFolder(), 'sandbox', 'catalogue', 'pictures');

/** @returns hash, width and colour of each demo image by file name; empty without the demo catalogue. */
export function readDemoImageMetadata(): Map<string, DerivedImageMetadata> {
  const index = join(MASTERS, 'index.json');
  return new Map(existsSync(index) ? Object.entries(JSON.parse(readFileSync(index, 'utf8'))) : []);
}

/** @returns the content hashes of all images whose files are generated on request. */
export function readDemoImageHashes(): Set<string> {
  return new Set([...readDemoImageMetadata().values()].map(({ hash }) => hash));
}

/** Resolves when the named demo image's file exists; for any other name it resolves at once. */
type GenerateDemoImage = (file: string) => Promise<void>;

/**
 * Generates requested image files one at a time. Only the demo's own names are accepted, so that the queue stays short.
 * @param servedFolders folders that are served; new files go to the first writable one.
 */
export function createDemoImageGenerator(servedFolders: readonly string[]): GenerateDemoImage {
  const makers = new Map<string, () => Promise<void>>();
  const folder = servedFolders.find(isWritable);
  for (const [name, image] of folder === undefined ? [] : readDemoImageMetadata()) {
    for (const file of listImageFileNames(image)) {
      const path = join(folder as string, file);
      if (!existsSync(path)) makers.set(file, () => runOneImageJobAtATime(() => derive(name, image, path)));
    }
  }
  const underWay = new Map<string, Promise<void>>();
  const begin = (file: string, make: () => Promise<void>): Promise<void> => {
    const made = make()
      .then(() => void makers.delete(file))
      .finally(() => underWay.delete(file));
    underWay.set(file, made);
    return made;
  };
  return async (file) => {
    const make = makers.get(file);
    if (make) await (underWay.get(file) ?? begin(file, make));
  };
}

async function derive(name: string, image: DerivedImageMetadata, path: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  // Image encoding uses one thread, so that the shop keeps the other cores.
  sharp.concurrency(1);
  await deriveImageFile(await readFile(join(MASTERS, name)), image, path);
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
