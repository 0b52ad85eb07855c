/**
 * Groups thousands without `Intl`, because server and old phones must print the same characters.
 * @param value rounded to a whole number; null or non-numeric counts as 0.
 */
export function formatInteger(value: unknown): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  const whole = typeof number === 'number' && Number.isFinite(number) ? Math.round(number) : 0;
  const digits = String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, ',');
  return whole < 0 ? `-${digits}` : digits;
}

/**
 * @param amountNaira null or non-numeric shows ₦0.
 * @returns `₦51,500`, for a negative amount `-₦19,000`.
 * @source spec section 9 (Currency); design.md "Numbers and words"
 */
export function formatNaira(amountNaira: unknown): string {
  const count = formatInteger(amountNaira);
  return count.startsWith('-') ? `-₦${count.slice(1)}` : `₦${count}`;
}

/** Formats a wallet transaction's amount, always with its sign: `+₦500`, `-₦19,000`. */
export function formatSignedNaira(amountNaira: number): string {
  return amountNaira < 0 ? formatNaira(amountNaira) : `+${formatNaira(amountNaira)}`;
}
