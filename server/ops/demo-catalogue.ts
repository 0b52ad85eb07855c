import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppDeps } from '../app-deps.ts';
import { type DerivedPicture, derivePicture } from '../features/catalogue/picture-derivation.ts';
import { importProducts } from '../features/catalogue/product-import.ts';
import { hasProducts } from '../features/catalogue/product-repository.ts';
import { type CentreFields, upsertCentre } from '../features/fulfilment/centre-repository.ts';
import { projectFolder } from '../lib/project-folder.ts';

/** Brings the demo catalogue and its pickup centres in where there is no product yet. @returns how many products. */
export async function seedDemoCatalogue({ db, config }: AppDeps): Promise<number> {
  if (await hasProducts(db)) return 0;
  const folder = join(projectFolder(), 'catalogue');
  const text = await readFile(join(folder, 'catalogue.json'), 'utf8');
  const { pickupCentres } = JSON.parse(text) as { pickupCentres: CentreFields[] };
  for (const centre of pickupCentres) await upsertCentre(db, centre);
  const index = await readPictureIndex();
  const result = await importProducts(db, {
    fileName: 'catalogue.json',
    text,
    actor: 'system',
    isDryRun: false,
    hasRatings: true,
    pictures: {
      derive: async (name) => {
        const derived = index[name] ?? (await deriveNow(join(folder, 'pictures', name), config.dataDir));
        return { sourceName: name, ...derived };
      },
      inspect: async () => null,
    },
  });
  const [error] = result.errors;
  if (error) throw new Error(`the demo catalogue: ${error.slug} ${error.field}: ${error.message}`);
  return result.products.length;
}

/** What the build derived; empty in a checkout that was never built. */
async function readPictureIndex(): Promise<Record<string, DerivedPicture | undefined>> {
  const path = join(projectFolder(), 'dist', 'pictures', 'index.json');
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Record<string, DerivedPicture>) : {};
}

async function deriveNow(path: string, dataDir: string): Promise<DerivedPicture> {
  return derivePicture(await readFile(path), join(dataDir, 'pictures'));
}
