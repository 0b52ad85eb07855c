/** Formats the count on bell and cart buttons: empty at 0, `99+` above 99. @source spec section 2 (Header) */
export function formatBadgeCount(count: number, cap = 99): string {
  if (count <= 0) return '';
  return count > cap ? `${cap}+` : String(count);
}

/** Formats `+2348035550142` as `+234 803 555 0142`; anything else stays unchanged. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\+234)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4');
}
