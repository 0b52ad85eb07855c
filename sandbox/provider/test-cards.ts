/** The result that Flutterwave documents for a test card number. */
export type TestCard = { kind: 'paid' | 'declined'; reason?: string; first6: string; last4: string };

const NUMBERS: Record<string, { kind: 'paid' | 'declined'; reason?: string }> = {
  '5531886652142950': { kind: 'paid' },
  '4187427415564246': { kind: 'paid' },
  '4084084084084081': { kind: 'declined', reason: 'Declined by the bank' },
  '5258585922666506': { kind: 'declined', reason: 'Insufficient funds' },
};

/** @returns the result of a test card; null for any other number, so that no real card is accepted. */
export function findTestCard(cardNumber: string): TestCard | null {
  const digits = cardNumber.replace(/[\s-]/g, '');
  const known = Object.hasOwn(NUMBERS, digits) ? NUMBERS[digits] : undefined;
  return known ? { ...known, first6: digits.slice(0, 6), last4: digits.slice(-4) } : null;
}
