import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startApi, type TestApi } from './api.ts';
import { type OpsRun, ops } from './ops.ts';

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

/** What `product import` answers. */
interface Imported {
  errors: { row: number; field: string; message: string }[];
  changes: object[];
}

/** A test API with two products, rice and salt, and a folder for files to import. */
export interface ImportShop {
  api: TestApi;
  folder: string;
  /** Writes a file into the folder. @returns its path. */
  file(name: string, text: string): Promise<string>;
  /** Imports a file of this name and text. */
  bringIn(name: string, text: string, ...more: string[]): Promise<OpsRun<Imported>>;
  /** What a command prints without `--json`. */
  say(...words: string[]): Promise<string>;
  exported(): Promise<Record<string, unknown>[]>;
  exportedCsv(): Promise<string>;
  empty(): Promise<void>;
  /** Back to the two products. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startImportShop(): Promise<ImportShop> {
  const api = await startApi({ env: { RATE_LIMIT_FACTOR: '1000' } });
  const folder = await mkdtemp(join(tmpdir(), 'shop-import-'));
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const bringIn = async (name: string, text: string, ...more: string[]): Promise<OpsRun<Imported>> =>
    ops(api, 'product', 'import', await file(name, text), ...more);
  const say = async (...words: string[]): Promise<string> => {
    const { stdout, stderr } = await runOpsCommand(words, async () => api.deps);
    return `${stdout}${stderr}`;
  };
  const empty = async (): Promise<void> => {
    await api.db.query('DELETE FROM selling_units');
    await api.db.query('DELETE FROM products');
  };
  return {
    api,
    folder,
    file,
    bringIn,
    say,
    exported: async () =>
      (await ops<{ products: Record<string, unknown>[] }>(api, 'product', 'export')).data.products,
    exportedCsv: () => say('product', 'export', '--csv'),
    empty,
    async reset() {
      await empty();
      const { message, exitCode } = await bringIn('start.json', JSON.stringify([RICE, SALT]));
      if (exitCode !== 0) throw new Error(`the two products were not taken: ${message}`);
    },
    async close() {
      await api.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
