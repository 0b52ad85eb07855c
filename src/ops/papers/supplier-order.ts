import { formatInteger } from '#contract/rules/money/money.ts';
import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import { formatLagosDate } from '#contract/rules/time/lagos-date.ts';
import type { OpsGoodsToBuy } from '#contract/schemas/ops/papers.ts';

/**
 * Adds up the known costs in kobo, because naira fractions do not add up exactly. `unpriced` counts the other goods.
 */
export function sumKnownCosts(goods: readonly OpsGoodsToBuy[]): { naira: number; unpriced: number } {
  const known = goods.flatMap(({ costNaira }) => (costNaira === null ? [] : [Math.round(costNaira * 100)]));
  return { naira: known.reduce((sum, kobo) => sum + kobo, 0) / 100, unpriced: goods.length - known.length };
}

/** Formats an order to one supplier for WhatsApp. The text contains no costs and no data of shoppers. */
export function formatSupplierOrderText(goods: readonly OpsGoodsToBuy[]): string {
  const lines = goods.map(({ quantity, product, unit, baseUnits, baseUnit }) =>
    unit
      ? `- ${formatInteger(quantity)} x ${product}, ${unit} (${formatBaseUnitQuantity(baseUnits, baseUnit)})`
      : `- ${formatInteger(quantity)} x ${product}`,
  );
  const first = goods.map(({ expectedBy }) => expectedBy).sort()[0];
  return ['*Please supply*', ...lines, ...(first ? [`Needed by ${formatLagosDate(first)}`] : [])].join('\n');
}
