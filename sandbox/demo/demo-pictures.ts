import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DerivedPicture,
  derivePictureFile,
  oneAtATime,
  pictureFiles,
} from '../../server/features/catalogue/images/picture-derivation.ts';
import { projectFolder } from '../../server/lib/project-folder.ts';

/**
 * The pictures of the demo catalogue. What a page says of them stands in an index beside the masters; their files are
 * derived when they are first asked for, since all of them together take most of a minute.
 */

const MASTERS = join(projectFolder(), 'sandbox', 'catalogue', 'pictures');

/** What is known of each master, by its file name; empty where the catalogue was not installed. */
export function readDemoPictures(): Map<string, DerivedPicture> {
  const index = join(MASTERS, 'index.json');
  return new Map(existsSync(index) ? Object.entries(JSON.parse(readFileSync(index, 'utf8'))) : []);
}

/** Whose files are made when somebody asks for them. */
export function demoPictureHashes(): Set<string> {
  return new Set([...readDemoPictures().values()].map(({ hash }) => hash));
}

/** @returns when the file is there, if it is one of a demo picture; at once for every other name. */
type EnsurePicture = (file: string) => Promise<void>;

/**
 * Derives one file after the other, each once however many ask for it. Only files of the index are ever made, so
 * no more than those can wait.
 *
 * @param folders where files are served from; they go into the first one that can be written.
 */
export function ensureDemoPictures(folders: readonly string[]): EnsurePicture {
  const makers = new Map<string, () => Promise<void>>();
  const folder = folders.find(isWritable);
  for (const [name, picture] of folder === undefined ? [] : readDemoPictures()) {
    for (const file of pictureFiles(picture)) {
      const path = join(folder as string, file);
      if (!existsSync(path)) makers.set(file, () => oneAtATime(() => derive(name, picture, path)));
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

async function derive(name: string, picture: DerivedPicture, path: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  // The other cores are for the shoppers.
  sharp.concurrency(1);
  await derivePictureFile(await readFile(join(MASTERS, name)), picture, path);
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
