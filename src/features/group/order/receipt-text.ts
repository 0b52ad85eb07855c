import { formatNaira } from '#contract/rules/money/money.ts';
import type { OrderReceipt } from '#contract/schemas/order.ts';

/** Formats the purchase time in Lagos time, so that a receipt reads the same everywhere. */
export function formatPurchaseTime(instant: string): string {
  return new Date(instant).toLocaleString('en-NG', {
    timeZone: 'Africa/Lagos',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

/** Formats one paid line of a receipt: `2 × Rice · 50 kg bag`. It ends in `, 1 kept` if the buyer took fewer later. */
export function formatReceiptLine(line: OrderReceipt['lines'][number]): string {
  const { quantity, orderedQuantity, title, unit } = line;
  const keptText = orderedQuantity === undefined ? '' : `, ${quantity} kept`;
  return `${orderedQuantity ?? quantity} × ${title}${unit ? ` · ${unit}` : ''}${keptText}`;
}

/** Lists the parts of the payment and the refund. Parts of zero are left out. */
export function listReceiptPaymentParts({
  walletUsed,
  cardAmount,
  refunded,
}: OrderReceipt): { name: string; sum: number }[] {
  return [
    { name: 'From wallet', sum: walletUsed },
    { name: 'By card', sum: cardAmount },
    { name: 'Refunded', sum: refunded },
  ].filter(({ sum }) => sum > 0);
}

export function formatReceipt(receipt: OrderReceipt, brand: string): string {
  const { trackingNumber, boughtAt, lines, total, reference } = receipt;
  return [
    `${brand} receipt ${trackingNumber}, ${formatPurchaseTime(boughtAt)}`,
    ...lines.map((line) => `${formatReceiptLine(line)}: ${formatNaira(line.paid)}`),
    `Total: ${formatNaira(total)}`,
    ...listReceiptPaymentParts(receipt).map(({ name, sum }) => `${name}: ${formatNaira(sum)}`),
    `Payment reference: ${reference}`,
  ].join('\n');
}
