import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppDeps } from '../../server/app.ts';
import { importProducts } from '../../server/features/catalogue/import/product-import.ts';
import { hasProducts } from '../../server/features/catalogue/product-repository.ts';
import { validateCentreFields } from '../../server/features/fulfilment/centre-fields.ts';
import { upsertCentre } from '../../server/features/fulfilment/centre-repository.ts';
import { findProjectFolder } from '../../server/lib/project-folder.ts';
import { readDemoImageMetadata } from './demo-images.ts';

/** Inserts the demo catalogue and its pickup centres into a shop without products. @returns the number of products. */
export async function seedDemoCatalogue({ db }: AppDeps): Promise<number> {
  if (await hasProducts(db)) return 0;
  const folder = join(findProjectFolder(), 'sandbox', 'catalogue');
  const text = await readFile(join(folder, 'catalogue.json'), 'utf8');
  const { pickupCentres } = JSON.parse(text) as { pickupCentres: Record<string, unknown>[] };
  for (const centre of pickupCentres) await upsertCentre(db, validateCentreFields(centre, undefined, refuse));
  const images = readDemoImageMetadata();
  const result = await importProducts(db, {
    fileName: 'catalogue.json',
    text,
    actor: 'system',
    isDryRun: false,
    hasRatings: true,
    imageSource: {
      // Hash, width and colour come from a list, because the image files are generated on the first request.
      derive: async (name) => {
        const known = images.get(name);
        return known ? { sourceName: name, ...known } : null;
      },
      inspect: async (name) => images.get(name)?.hash ?? null,
    },
  });
  const [error] = result.errors;
  if (error) throw new Error(`the demo catalogue: ${error.slug} ${error.field}: ${error.message}`);
  return result.products.length;
}

function refuse(field: string, message: string): never {
  throw new Error(`the demo pickup centres: ${field}: ${message}`);
}
