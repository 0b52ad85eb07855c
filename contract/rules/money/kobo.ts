/** Only this file and the card provider's client convert between kobo (server) and whole naira (API). */

const KOBO_PER_NAIRA = 100;

/**
 * Converts integer kobo to whole naira.
 * @throws {RangeError} if the amount is not whole naira, because a screen must never hide kobo.
 * @source money.md
 */
export function koboToNaira(amountKobo: number): number {
  if (!Number.isSafeInteger(amountKobo) || amountKobo % KOBO_PER_NAIRA !== 0) {
    throw new RangeError(`not a whole naira amount: ${amountKobo} kobo`);
  }
  return amountKobo / KOBO_PER_NAIRA;
}

/** Converts a wallet credit to naira, rounded up in the shopper's favour, as in `server/ledger/sql/post_ledger.sql`. */
export function koboToNairaRoundedUp(amountKobo: number): number {
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
