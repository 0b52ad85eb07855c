import { NON_DURABLE_POSTGRES_SETTINGS, withTemporaryPostgres } from './empty-databases.ts';
import { formatOperationTimeTable } from './scale/operation-time-table.ts';
import { insertTestProducts, measureProductLists } from './scale/product-lists.ts';

export const usageText = `Measures the list, a category and searches in a small and a large shop: the demo catalogue over and over. Each page
shows two products and none is answered from memory. Of what a search finds up to 240 are put in order.

  npm run bench -- product-lists [--products 32,3200]
`;
export const commandLineDefaults = { products: '32,3200' };
/** A page has few products, so that both shops fill it and render equally much. */
const SHOWN = 2;

/**
 * @returns the exit code. It is 1 when a list takes over 1.5 times the small shop's time in the large one, and over 3
 * ms more.
 */
export async function runBenchmark(options: typeof commandLineDefaults): Promise<number> {
  return withTemporaryPostgres(NON_DURABLE_POSTGRES_SETTINGS, async ({ make }) => {
    const columns = [];
    for (const size of options.products.split(',').map(Number)) {
      const { asOwner } = await make(`flat_${size}`);
      await insertTestProducts(asOwner, size);
      columns.push({ size, rows: await measureProductLists(asOwner, SHOWN) });
    }
    const { text, isFlat } = formatOperationTimeTable(columns, { ratio: 1.5, noiseMs: 3 });
    process.stdout.write(`${text}\n`);
    return isFlat ? 0 : 1;
  });
}
