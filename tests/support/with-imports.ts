import type { TestApi } from './api.ts';
import { type OpsCommandRun, runOpsCommandInTest } from './ops.ts';
import type { OpsCommandFixture } from './with-ops.ts';

const RICE = {
  slug: 'rice',
  title: 'Rice',
  description: 'Long grain',
  category: 'Grains',
  specifications: { Origin: 'Kebbi' },
  price: 45_000,
  basePrice: 58_000,
  minimumViableUnits: 250,
  windowHours: 24,
  maxUnitsPerPerson: 100,
  soloEnabled: false,
  active: false,
  sellingUnitsData: {
    enabled: true,
    baseUnitName: 'kg',
    options: [
      {
        name: 'bag',
        displayName: 'Bag 50 kg',
        baseUnitQuantity: 50,
        priceType: 'calculated',
        basePrice: 58_000,
      },
      {
        name: 'kg',
        displayName: 'Kilo',
        baseUnitQuantity: 1,
        priceType: 'manual',
        customPrice: 950,
        basePrice: 1_200,
        isActive: false,
      },
    ],
  },
};
const SALT = { slug: 'salt', title: 'Salt', price: 900, basePrice: 1_000, minimumViableUnits: 20 };

/** The command `product import` prints this. */
interface Imported {
  errors: { row: number; field: string; message: string }[];
  changes: object[];
}

/** The shop has two products, rice and salt, for imports and exports. */
export interface ProductImportFixture {
  /** Imports a file with this name and text. */
  bringIn(name: string, text: string | Buffer, ...more: string[]): Promise<OpsCommandRun<Imported>>;
  exported(): Promise<Record<string, unknown>[]>;
  exportedCsv(): Promise<string>;
  empty(): Promise<void>;
  /** Restores the two products. */
  reset(): Promise<void>;
}

/** Pass this part to `openFixtureForFile`, after `addOpsCommandFixture`. */
export function addProductImportFixture(shop: TestApi & OpsCommandFixture): ProductImportFixture {
  const part: ProductImportFixture = {
    bringIn: async (name, text, ...more) =>
      runOpsCommandInTest(shop, 'product', 'import', await shop.file(name, text), ...more),
    exported: async () =>
      (await runOpsCommandInTest<{ products: Record<string, unknown>[] }>(shop, 'product', 'export')).data
        .products,
    exportedCsv: () => shop.say('product', 'export', '--csv'),
    async empty() {
      await shop.db.query('DELETE FROM selling_units');
      await shop.db.query('DELETE FROM products');
    },
    async reset() {
      await part.empty();
      const { message, exitCode } = await part.bringIn('start.json', JSON.stringify([RICE, SALT]));
      if (exitCode !== 0) throw new Error(`the two products were not taken: ${message}`);
    },
  };
  return part;
}
