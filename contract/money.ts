/**
 * Money on the wire and on screens. Inside the server amounts are integer kobo, on the wire whole naira.
 * This is the only place (beside the card provider's client) where the two meet.
 */

/** Kobo in one naira. */
const KOBO_PER_NAIRA = 100;

/**
 * @param amountKobo integer kobo, a whole number of naira.
 * @returns whole naira.
 * @throws {RangeError} if the amount is not a whole number of naira: a screen must never hide kobo.
 * @source money.md
 */
export function koboToNaira(amountKobo: number): number {
  if (!Number.isSafeInteger(amountKobo) || amountKobo % KOBO_PER_NAIRA !== 0) {
    throw new RangeError(`not a whole naira amount: ${amountKobo} kobo`);
  }
  return amountKobo / KOBO_PER_NAIRA;
}

/**
 * What a wallet is given for a sum that may have kobo: whole naira, rounded up in the shopper's favour. The books do
 * the same by themselves (`server/ledger/sql/post_ledger.sql`).
 *
 * @param amountKobo integer kobo, not negative.
 */
export function creditedNaira(amountKobo: number): number {
  return Math.ceil(amountKobo / KOBO_PER_NAIRA);
}

/**
 * @param amountNaira whole naira.
 * @returns integer kobo.
 * @throws {RangeError} if the amount is not whole or too large to be exact.
 */
export function nairaToKobo(amountNaira: number): number {
  if (!Number.isSafeInteger(amountNaira) || !Number.isSafeInteger(amountNaira * KOBO_PER_NAIRA)) {
    throw new RangeError(`not a whole naira amount: ${amountNaira}`);
  }
  return amountNaira * KOBO_PER_NAIRA;
}

/**
 * Thousands separators by our own grouping, because server and old phones must print the same characters.
 *
 * @param value any input; null or non-numeric counts as 0; rounded to a whole number.
 * @returns for example `1,250` or `-19,000`.
 */
export function formatCount(value: unknown): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  const whole = typeof number === 'number' && Number.isFinite(number) ? Math.round(number) : 0;
  const digits = String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, ',');
  return whole < 0 ? `-${digits}` : digits;
}

/**
 * The one formatter of naira amounts.
 *
 * @param amountNaira naira; null or non-numeric shows ₦0.
 * @returns `₦51,500`, for a negative amount `-₦19,000`.
 * @source spec section 9 (Currency); design.md "Numbers and words"
 */
export function formatNaira(amountNaira: unknown): string {
  const count = formatCount(amountNaira);
  return count.startsWith('-') ? `-₦${count.slice(1)}` : `₦${count}`;
}

/** The amount with its sign always shown: `+₦500`, `-₦19,000`. For wallet history. */
export function formatSignedNaira(amountNaira: number): string {
  return amountNaira < 0 ? formatNaira(amountNaira) : `+${formatNaira(amountNaira)}`;
}
