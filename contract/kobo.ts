/**
 * Money between server and wire. Inside the server amounts are integer kobo, on the wire whole naira.
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
