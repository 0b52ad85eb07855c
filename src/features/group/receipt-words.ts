import { formatNaira } from '#contract/money.ts';
import type { Receipt } from '#contract/schemas/order.ts';

/** When something was bought, in the shop's own time: a receipt says the same wherever it is read. */
export function boughtAtWords(instant: string): string {
  return new Date(instant).toLocaleString('en-NG', {
    timeZone: 'Africa/Lagos',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

/** One line of goods: `2 × Rice · 50 kg bag`. */
export function goodsWords({ quantity, title, unit }: Receipt['lines'][number]): string {
  return `${quantity} × ${title}${unit ? ` · ${unit}` : ''}`;
}

/** How the total was paid, and what of it went back; none of nought. */
export function paymentParts({ walletUsed, cardAmount, refunded }: Receipt): { name: string; sum: number }[] {
  return [
    { name: 'From wallet', sum: walletUsed },
    { name: 'By card', sum: cardAmount },
    { name: 'Paid back', sum: refunded },
  ].filter(({ sum }) => sum > 0);
}

/** A receipt as plain text, for a message. */
export function receiptText(receipt: Receipt, brand: string): string {
  const { trackingNumber, boughtAt, lines, total, reference } = receipt;
  return [
    `${brand} receipt ${trackingNumber}, ${boughtAtWords(boughtAt)}`,
    ...lines.map((line) => `${goodsWords(line)}: ${formatNaira(line.paid)}`),
    `Total: ${formatNaira(total)}`,
    ...paymentParts(receipt).map(({ name, sum }) => `${name}: ${formatNaira(sum)}`),
    `Payment reference: ${reference}`,
  ].join('\n');
}
