import { formatNaira } from '#contract/money.ts';
import type { Receipt } from '#contract/schemas/order.ts';

/** Formats the purchase time in the shop's time zone, so a receipt reads the same everywhere. */
export function purchaseTimeText(instant: string): string {
  return new Date(instant).toLocaleString('en-NG', {
    timeZone: 'Africa/Lagos',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

/** Formats one line of goods: `2 × Rice · 50 kg bag`. */
export function receiptLineText({ quantity, title, unit }: Receipt['lines'][number]): string {
  return `${quantity} × ${title}${unit ? ` · ${unit}` : ''}`;
}

/** Lists the parts of the payment and the refund; parts of zero are omitted. */
export function paymentParts({ walletUsed, cardAmount, refunded }: Receipt): { name: string; sum: number }[] {
  return [
    { name: 'From wallet', sum: walletUsed },
    { name: 'By card', sum: cardAmount },
    { name: 'Refunded', sum: refunded },
  ].filter(({ sum }) => sum > 0);
}

export function receiptText(receipt: Receipt, brand: string): string {
  const { trackingNumber, boughtAt, lines, total, reference } = receipt;
  return [
    `${brand} receipt ${trackingNumber}, ${purchaseTimeText(boughtAt)}`,
    ...lines.map((line) => `${receiptLineText(line)}: ${formatNaira(line.paid)}`),
    `Total: ${formatNaira(total)}`,
    ...paymentParts(receipt).map(({ name, sum }) => `${name}: ${formatNaira(sum)}`),
    `Payment reference: ${reference}`,
  ].join('\n');
}
