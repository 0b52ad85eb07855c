/**
 * Names a list and its filters for the audit log. Their values are left out, because a searched text may be a phone
 * number or an address, which the permanent log must not contain.
 */
export function formatListAuditTarget(list: 'orders' | 'shoppers', filter: object): string {
  const used = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return `${list}:${used.map(([name]) => name).join('+') || 'all'}`;
}
