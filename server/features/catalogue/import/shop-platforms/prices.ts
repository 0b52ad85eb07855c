import { PRICE_MAX_NAIRA } from '#contract/limits.ts';
import { formatIntegerInputError, parseNaira } from '#contract/rules/text/number-input.ts';
import type { ShopPlatformImportReport } from './import-report.ts';
import {
  readFirstFilledCell,
  type ShopPlatform,
  type ShopPlatformProduct,
  type ShopPlatformRow,
} from './shop-platform.ts';

/** Prices of one variant for this shop, in whole naira. */
export interface VariantPrices {
  price: number;
  basePrice: number;
}
export type ReportRowError = (row: ShopPlatformRow, column: string, message: string) => void;

/**
 * Reads a variant's prices. The other shop's selling price becomes the group price, its crossed-out price the standard
 * price.
 */
export function readVariantPrices(
  platform: ShopPlatform,
  row: ShopPlatformRow,
  report: ShopPlatformImportReport,
  reportError: ReportRowError,
): VariantPrices {
  const priceCell = readFirstFilledCell(row, platform.columns.price);
  // Shopify writes 0.00 for a missing crossed-out price, so zero counts as no price.
  const before = readFirstFilledCell(row, platform.columns.basePrice);
  const hasBefore = before.text !== '' && !/^0+([.,]0+)?$/.test(before.text);
  const read = ({ column, text }: { column: string; text: string }) => {
    const naira = parseNaira(text);
    if (text === '') reportError(row, column, 'is empty: write the price in whole naira');
    else if (Number.isNaN(naira))
      reportError(row, column, `${text} is not whole naira: ${formatIntegerInputError(PRICE_MAX_NAIRA)}`);
    return naira;
  };
  const price = read(priceCell);
  const isSame = !hasBefore || before.column === priceCell.column;
  const basePrice = isSame ? price : read(before);
  if (isSame)
    report.note(row.line, priceCell.column, 'changed', 'group price and standard price are the same');
  if (!(basePrice < price)) return { price, basePrice };
  report.note(
    row.line,
    before.column,
    'left_out',
    'is below the price that is asked, which is both prices here',
  );
  return { price, basePrice: price };
}

/**
 * Reads the purchase cost of the largest size. If its cell is empty, the first cost in the product's other rows is
 * used.
 */
export function readProductCost(
  platform: ShopPlatform,
  { head, variants }: ShopPlatformProduct,
  largest: number,
  report: ShopPlatformImportReport,
): number | null {
  const rows = [...new Set([variants[largest] ?? head, head, ...variants])];
  const costs = rows
    .map((row) => ({ row, ...readFirstFilledCell(row, platform.columns.cost) }))
    .filter(({ text }) => text !== '');
  const [main, ...rest] = costs;
  for (const { row, column } of rest)
    report.note(row.line, column, 'left_out', 'only the cost of the largest size is kept');
  if (!main) return null;
  const naira = parseNaira(main.text);
  const isNaira = naira > 0;
  report.note(
    main.row.line,
    main.column,
    isNaira ? 'taken' : 'left_out',
    isNaira ? 'as cost' : `${main.text} is not whole naira: type the cost at the product`,
  );
  return isNaira ? naira : null;
}
